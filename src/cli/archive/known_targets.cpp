#include "hrefkit/cli/archive/known_targets.h"

#include <algorithm>
#include <string>

#include "hrefkit/archive/surt.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/text/byte_run.h"
#include "hrefkit/text/json_reader.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::cli {

namespace {

/// The SURT key that the first field of an index line stands for. Old tools sort by the URL, mostly
/// without its scheme: "example.com:8080/x".
std::string surt_of_key(std::string_view key) {
  const std::size_t end = key.find_first_of(")/");
  if (end != std::string_view::npos && key[end] == ')') return std::string(key);
  if (key.find("://") != std::string_view::npos) return archive::surt(key);
  const std::string_view host = key.substr(0, end);
  const std::string_view port = host.substr(std::min(host.find(':'), host.size()));
  const bool is_web = port.find_first_not_of(":0123456789") == std::string_view::npos;
  return is_web ? archive::surt("http://" + std::string(key)) : std::string(key);
}

/// The value of the member "url" in an object of JSON; empty without one.
std::string url_member(std::string_view json) {
  using Type = text::JsonTokenType;
  text::JsonReader reader(json);
  std::string url;
  for (auto token = reader.next(); token.type != Type::end && token.type != Type::fault;) {
    const bool is_url = token.type == Type::key && token.text.in(json) == "url";
    token = reader.next();
    if (!is_url || token.type != Type::string) continue;
    text::unescape_json(token.text.in(json), url);
    break;
  }
  return url;
}

/// The URL of a capture, behind the key and the timestamp of its line: in an object of JSON or as a
/// field. Not all tools make keys as SURT does: those of warcio.js keep slashes at the end.
std::string url_of_line(std::string_view line) {
  std::string_view rest = line;
  for (int i = 0; i < 2; ++i) {
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
  }
  if (rest.starts_with('{')) return url_member(rest);
  const std::string_view url = rest.substr(0, rest.find(' '));
  return std::string(url.find("://") == std::string_view::npos ? std::string_view() : url);
}

/// True where a line may be one of an index: behind its key stands a timestamp, or its key is a
/// SURT key or a URL.
bool may_be_index_line(std::string_view line) {
  constexpr std::size_t year = 4;
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view key = line.substr(0, end);
  const std::string_view behind = line.substr(std::min(end + 1, line.size())).substr(0, year);
  const bool has_time = behind.size() == year && text::is_made_of(behind, text::ascii_digit);
  return has_time || key.find(')') != std::string_view::npos ||
         key.find("://") != std::string_view::npos;
}

/// True for a line of the small file that stands beside a large index in gzip members: it has the
/// first key and the timestamp of each member only, in the forms of pywb and of the older Wayback.
bool is_summary_line(std::string_view line) {
  const bool is_header = line.starts_with("!meta ") && line.find("cdxj-gzip") != line.npos;
  const std::size_t tab = line.find('\t');
  return is_header || (tab != line.npos && line.find(' ') < tab && line.find('{') > tab);
}

}  // namespace

void KnownTargets::add_uri(std::string_view uri) {
  add_key(archive::surt(uri));
}

void KnownTargets::add_index(std::string const& path) {
  std::size_t lines = 0;
  const auto read = warc::for_each_line(path, [&](std::string_view line) {
    if (lines == 0 && is_summary_line(line)) {
      throw UsageError("--cdxj", path + ": it is the summary of an index: give the index itself");
    }
    const bool is_header = line.starts_with(" CDX ") || line.starts_with('!');
    if (is_header || line.empty()) return;
    if (lines++ == 0 && !may_be_index_line(line)) {
      throw UsageError("--cdxj", path + ": it is not an index of an archive");
    }
    add_key(surt_of_key(line.substr(0, line.find(' '))));
    if (const std::string url = url_of_line(line); !url.empty()) add_uri(url);
  });
  if (!read) throw UsageError("--cdxj", path + ": " + read.error());
}

bool KnownTargets::lacks(std::string_view url) const {
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  return is_web && !keys_.contains(text::hash128(archive::surt(url), text::process_hash_key()));
}

void KnownTargets::add_key(std::string_view key) {
  keys_.insert(text::hash128(key, text::process_hash_key()));
}

}  // namespace hrefkit::cli
