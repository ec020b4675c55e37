#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::site {

namespace {

using text::JsonTokenType;

using Pair = std::pair<std::string, std::string>;
using ReadPair = tl::expected<Pair, std::string>;

ReadPair failure(char const* why) {
  return tl::unexpected<std::string>(why);
}

ReadPair pair_of(std::array<std::optional<std::string>, 2>& urls) {
  if (!urls[0] || !urls[1]) return failure("it does not name two URLs, \"from\" and \"to\"");
  return Pair(*std::move(urls[0]), *std::move(urls[1]));
}

/// Parses the rest of `["a","b"]` after its bracket.
ReadPair read_array(text::JsonReader& reader, std::string_view line) {
  std::array<std::optional<std::string>, 2> urls;
  std::size_t place = 0;
  for (auto token = reader.next(); token.type != JsonTokenType::end_array; token = reader.next()) {
    if (token.type != JsonTokenType::string) return failure("a URL is not a string");
    if (place == urls.size()) return failure("there are more than two URLs");
    text::unescape_json(token.text.in(line), urls[place++].emplace());
  }
  return pair_of(urls);
}

/// 0 or 1 for a key of the old or the new URL; nullopt for other keys.
std::optional<std::size_t> place_of(std::string_view key) {
  constexpr std::array<std::array<std::string_view, 4>, 2> keys{
      {{"from", "old", "before", "url"}, {"to", "new", "after", "target"}}};
  for (std::size_t place = 0; place < keys.size(); ++place) {
    if (std::find(keys[place].begin(), keys[place].end(), key) != keys[place].end()) return place;
  }
  return std::nullopt;
}

/// Parses the rest of an object after its brace. Other members are ignored.
ReadPair read_object(text::JsonReader& reader, std::string_view line) {
  std::array<std::optional<std::string>, 2> urls;
  std::string key;
  for (auto token = reader.next(); token.type == JsonTokenType::key; token = reader.next()) {
    text::unescape_json(token.text.in(line), key);
    const auto value = reader.skip_value();
    const auto place = place_of(key);
    if (!place) continue;
    if (value.type != JsonTokenType::string) return failure("a URL is not a string");
    if (urls[*place]) return failure("it names a URL twice");
    text::unescape_json(value.text.in(line), urls[*place].emplace());
  }
  return pair_of(urls);
}

/// Parses `["a","b"]` or `{"from":"a","to":"b"}`.
ReadPair read_json(std::string_view line) {
  if (!text::is_json(line)) return failure("it is not JSON");
  text::JsonReader reader(line);
  const bool is_array = reader.next().type == JsonTokenType::begin_array;
  return is_array ? read_array(reader, line) : read_object(reader, line);
}

/// Removes a field of CSV (RFC 4180, 2), and the comma after it, from the front of `rest`; nullopt
/// if its quotes do not match.
std::optional<std::string> read_csv_field(std::string_view& rest) {
  std::string field;
  text::skip(rest, text::ascii_whitespace);
  if (!rest.starts_with('"')) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    field = text::strip_ascii_whitespace(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return field;
  }
  std::size_t at = 1;
  for (; at < rest.size(); ++at) {
    if (rest[at] != '"') {
      field += rest[at];
    } else if (rest.substr(at + 1).starts_with('"')) {
      field += rest[at++];
    } else {
      break;
    }
  }
  if (at == rest.size()) return std::nullopt;
  rest.remove_prefix(at + 1);
  if (!rest.empty() && rest[0] != ',') return std::nullopt;
  if (!rest.empty()) rest.remove_prefix(1);
  return std::string(text::strip_ascii_whitespace(field));
}

ReadPair read_csv(std::string_view line) {
  const auto from = read_csv_field(line);
  if (!from) return failure("a quote in it has no end");
  const auto to = read_csv_field(line);
  if (!to) return failure("a quote in it has no end");
  if (!line.empty()) {
    return failure("there are more than two fields; a URL with a comma in it needs quotes");
  }
  if (from->empty() || to->empty()) return failure("a URL is missing");
  return Pair(*from, *to);
}

ReadPair read_columns(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos && line.find(',') != line.npos) return read_csv(line);
  if (tab == std::string_view::npos) return failure("there is no tab or comma between two URLs");
  const std::string_view from = text::strip_ascii_whitespace(line.substr(0, tab));
  const std::string_view to = text::strip_ascii_whitespace(line.substr(tab + 1));
  if (to.find('\t') != std::string_view::npos) return failure("there are more than two fields");
  if (from.empty() || to.empty()) return failure("a URL is missing");
  return Pair(from, to);
}

/// True for a first line with the names of the two columns.
bool is_header(Pair const& pair) {
  return place_of(text::to_ascii_lower(pair.first)) == 0 &&
         place_of(text::to_ascii_lower(pair.second)) == 1;
}

/// True for a file that is one object of URL pairs: its first key has a colon.
bool is_object_of_urls(std::string_view text) {
  if (!text.starts_with('{') || !text::is_json(text)) return false;
  text::JsonReader reader(text);
  reader.next();
  const auto first = reader.next();
  return first.type == JsonTokenType::key &&
         first.text.in(text).find(':') != std::string_view::npos;
}

}  // namespace

tl::expected<void, std::string> UrlMap::read(std::string_view text, url::Standard standard) {
  standard_ = standard;
  std::string_view whole = text;
  if (whole.starts_with(text::utf8_byte_order_mark)) {
    whole.remove_prefix(text::utf8_byte_order_mark.size());
  }
  whole = text::strip_ascii_whitespace(whole);
  if (is_object_of_urls(whole)) return read_members(whole);
  bool is_first = true;
  return text::for_each_list_line(
      text, [&](std::string_view line) -> tl::expected<void, std::string> {
        const ReadPair pair =
            line[0] == '[' || line[0] == '{' ? read_json(line) : read_columns(line);
        if (std::exchange(is_first, false) && pair && is_header(*pair)) return {};
        return pair ? add(pair->first, pair->second) : tl::make_unexpected(pair.error());
      });
}

tl::expected<void, std::string> UrlMap::read_members(std::string_view object) {
  text::JsonReader reader(object);
  reader.next();
  std::string from;
  std::string to;
  for (auto token = reader.next(); token.type != JsonTokenType::end_object; token = reader.next()) {
    if (token.type == JsonTokenType::key) {
      text::unescape_json(token.text.in(object), from);
      continue;
    }
    if (token.type != JsonTokenType::string) {
      return tl::unexpected("the new URL of " + from + " is not a string");
    }
    text::unescape_json(token.text.in(object), to);
    if (auto added = add(from, to); !added) return added;
  }
  return {};
}

tl::expected<void, std::string> UrlMap::add(std::string_view from, std::string_view to) {
  const url::Resolver alone{url::ResolveOptions{standard_}};
  const auto key = alone.resolve(from);
  if (!key) return tl::unexpected(std::string(from).append(" is not an absolute URL"));
  const auto base = url::Resolver::with_base(*key, {standard_});
  if (!base.value_or(alone).resolve(to)) return tl::unexpected(std::string(to) + " is not a URL");
  const auto [entry, is_new] = urls_.try_emplace(*key, Entry{std::string(to), urls_.size()});
  if (!is_new && entry->second.to != to) {
    return tl::unexpected(*key + " is mapped a second time, to another URL");
  }
  return {};
}

std::vector<std::pair<std::string_view, std::string>> UrlMap::entries() const {
  std::vector<std::pair<std::string_view, std::string>> entries;
  const url::Resolver alone{url::ResolveOptions{standard_}};
  for (const std::string_view from : keys(true)) {
    std::string const& to = urls_.find(std::string(from))->second.to;
    const auto base = url::Resolver::with_base(from, {standard_});
    if (!to.starts_with('/') && !alone.resolve(to)) continue;
    if (auto url = base.value_or(alone).resolve(to)) entries.emplace_back(from, *std::move(url));
  }
  return entries;
}

std::vector<std::string_view> UrlMap::unused() const {
  return keys(false);
}

/// The old URLs in the order of their lines.
std::vector<std::string_view> UrlMap::keys(bool with_used) const {
  std::vector<std::pair<std::size_t, std::string_view>> numbered;
  for (auto const& [from, entry] : urls_) {
    if (with_used || !entry.used.get()) numbered.emplace_back(entry.number, from);
  }
  std::sort(numbered.begin(), numbered.end());
  std::vector<std::string_view> urls;
  urls.reserve(numbered.size());
  for (auto const& [number, from] : numbered) urls.push_back(from);
  return urls;
}

void UrlMap::mark_used(std::string_view from) const {
  const auto found = urls_.find(std::string(from));
  if (found != urls_.end()) found->second.used.set();
}

std::optional<std::string> UrlMap::find(std::string_view url, std::string_view page) const {
  const auto found = urls_.find(std::string(url));
  if (found == urls_.end()) return std::nullopt;
  found->second.used.set();
  const auto base = url::Resolver::with_base(page, {standard_});
  const auto resolved =
      base.value_or(url::Resolver(url::ResolveOptions{standard_})).resolve(found->second.to);
  if (!resolved) return std::nullopt;
  return *resolved;
}

std::optional<std::string> UrlMap::apply(std::string_view url, std::string_view page) const {
  if (urls_.empty()) return std::nullopt;
  if (auto whole = find(url, page)) return whole;
  const std::string_view document = url::without_fragment(url);
  if (document.size() == url.size()) return std::nullopt;
  auto mapped = find(document, page);
  if (mapped) *mapped = url::with_fragment_of(url, *mapped);
  return mapped;
}

}  // namespace hrefkit::site
