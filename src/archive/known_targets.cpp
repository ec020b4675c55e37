#include "hrefkit/archive/known_targets.h"

#include <algorithm>
#include <optional>
#include <string>

#include "hrefkit/archive/surt.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::archive {

namespace {

/// The URL of a bracketed SURT, such as "http://(com,example,:8080)/x" (Heritrix) or
/// "(com,example,)/x>" (OpenWayback). Empty for other keys.
std::string url_of_bracketed(std::string_view key) {
  const std::size_t open = key.find('(');
  const std::size_t close = key.find(')', std::min(open, key.size()));
  const bool is_bracketed = open == 0 || key.substr(0, open).ends_with("://");
  if (!is_bracketed || close == std::string_view::npos) return {};
  std::string_view labels = key.substr(open + 1, close - open - 1);
  const std::string_view port = labels.substr(std::min(labels.find(':'), labels.size()));
  labels.remove_suffix(port.size());
  std::string url = "http://";
  if (labels.ends_with(',')) labels.remove_suffix(1);
  for (std::size_t comma = labels.rfind(','); comma != std::string_view::npos;
       comma = labels.rfind(',')) {
    url.append(labels.substr(comma + 1)).append(".");
    labels = labels.substr(0, comma);
  }
  std::string_view path = key.substr(close + 1);
  if (path.ends_with('>')) path.remove_suffix(1);
  return url.append(labels).append(port).append(path);
}

/// The SURT key for the first field of an index line. Old tools use the URL instead, mostly without
/// its scheme: "example.com:8080/x".
std::string surt_of_key(std::string_view key) {
  if (const std::string url = url_of_bracketed(key); !url.empty()) return surt(url);
  const std::size_t end = key.find_first_of(")/");
  if (end != std::string_view::npos && key[end] == ')') return std::string(key);
  if (key.find("://") != std::string_view::npos) return surt(key);
  const std::string_view host = key.substr(0, end);
  const std::string_view port = host.substr(std::min(host.find(':'), host.size()));
  const bool is_web = port.find_first_not_of(":0123456789") == std::string_view::npos;
  return is_web ? surt("http://" + std::string(key)) : std::string(key);
}

/// The first string member with this name in a JSON object; empty without such a member.
std::string member(std::string_view json, std::string_view name) {
  using Type = text::JsonTokenType;
  text::JsonReader reader(json);
  std::string value;
  for (auto token = reader.next(); token.type != Type::end && token.type != Type::fault;) {
    const bool is_named = token.type == Type::key && token.text.in(json) == name;
    token = reader.next();
    if (!is_named || token.type != Type::string) continue;
    text::unescape_json(token.text.in(json), value);
    break;
  }
  return value;
}

/// True for a line that is a JSON object, as index servers return.
bool is_json_line(std::string_view line) {
  return line.starts_with('{');
}

/// The first field of a line.
std::string key_of_line(std::string_view line) {
  if (is_json_line(line)) return member(line, "urlkey");
  return std::string(line.substr(0, line.find(' ')));
}

/// The URL of a capture, after the key and timestamp of its line: a field, or a member of a JSON
/// object. It is needed because not all tools compute the same keys: those of warcio.js keep
/// slashes at the end.
std::string url_of_line(std::string_view line) {
  std::string_view rest = line;
  for (int i = 0; i < 2 && !is_json_line(line); ++i) {
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
  }
  if (is_json_line(rest)) return member(rest, "url");
  const std::string_view url = rest.substr(0, rest.find(' '));
  return std::string(url.find("://") == std::string_view::npos ? std::string_view() : url);
}

/// The HTTP status in a line's JSON object; 0 if there is none. CDX lines have no fixed order of
/// fields, so their status is not read.
int status_of_line(std::string_view line) {
  const std::size_t json = line.find('{');
  if (json == std::string_view::npos) return 0;
  return text::parse_decimal<int>(member(line.substr(json), "status")).value_or(0);
}

/// True if a line may belong to an index: a timestamp follows its key, or its key is a SURT key or
/// a URL.
bool may_be_index_line(std::string_view line) {
  if (is_json_line(line)) return !key_of_line(line).empty();
  constexpr std::size_t year = 4;
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view key = line.substr(0, end);
  const std::string_view after = line.substr(std::min(end + 1, line.size())).substr(0, year);
  const bool has_time = after.size() == year && text::is_made_of(after, text::ascii_digit);
  return has_time || key.find(')') != std::string_view::npos ||
         key.find("://") != std::string_view::npos;
}

/// True for a line of the summary of a large compressed index, which lists only the first key and
/// timestamp of each gzip member, in the format of pywb or of the older Wayback Machine.
bool is_summary_line(std::string_view line) {
  const bool is_header = line.starts_with("!meta ") && line.find("cdxj-gzip") != line.npos;
  const std::size_t tab = line.find('\t');
  return is_header || (tab != line.npos && line.find(' ') < tab && line.find('{') > tab);
}

}  // namespace

void KnownTargets::add_uri(std::string_view uri, int status) {
  add_key(surt(uri), status);
}

std::size_t KnownTargets::only_errors() const {
  return static_cast<std::size_t>(
      std::count_if(keys_.begin(), keys_.end(), [](auto const& key) { return !key.second; }));
}

tl::expected<void, std::string> KnownTargets::add_index(std::string const& path) {
  std::size_t lines = 0;
  std::string_view wrong;
  const auto read = warc::for_each_line(path, [&](std::string_view line) {
    if (lines == 0 && is_summary_line(line)) {
      wrong = "it is the summary of an index: give the index itself";
    }
    const bool is_header = line.starts_with(" CDX ") || line.starts_with('!');
    if (!wrong.empty() || is_header || line.empty()) return;
    if (lines++ == 0 && !may_be_index_line(line)) wrong = "it is not an index of an archive";
    const int status = status_of_line(line);
    add_key(surt_of_key(key_of_line(line)), status);
    if (const std::string url = url_of_line(line); !url.empty()) add_uri(url, status);
  });
  if (!read) return tl::unexpected(std::string(read.error()));
  if (!wrong.empty()) return tl::unexpected(std::string(wrong));
  return {};
}

bool KnownTargets::lacks(std::string_view url, SurtKeys& keys) const {
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  return is_web && !keys_.contains(text::hash128(keys.key(url), text::process_hash_key()));
}

void KnownTargets::add_key(std::string_view key, int status) {
  keys_[text::hash128(key, text::process_hash_key())] |= status < 400;
}

}  // namespace hrefkit::archive
