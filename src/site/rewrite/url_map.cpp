#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/json_reader.h"

namespace hrefkit::site {

namespace {

using text::JsonTokenType;

using Pair = std::pair<std::string, std::string>;
using ReadPair = tl::expected<Pair, std::string>;

ReadPair wrong(char const* why) {
  return tl::unexpected<std::string>(why);
}

/// The first or the second URL of a pair, by the key of its member; -1 for another key.
int place_of(std::string_view key) {
  for (const std::string_view name : {"from", "old", "before", "url"}) {
    if (key == name) return 0;
  }
  for (const std::string_view name : {"to", "new", "after", "target"}) {
    if (key == name) return 1;
  }
  return -1;
}

/// Reads `["a","b"]` or `{"from":"a","to":"b"}`.
ReadPair read_json(std::string_view line) {
  if (!text::is_json(line)) return wrong("it is not JSON");
  text::JsonReader reader(line);
  const bool is_array = reader.next().type == JsonTokenType::begin_array;
  std::array<std::string, 2> urls;
  std::array<bool, 2> has{};
  int place = is_array ? 0 : -1;
  std::string key;
  for (auto token = reader.next(); token.type != JsonTokenType::end; token = reader.next()) {
    switch (token.type) {
      case JsonTokenType::key:
        text::unescape_json(token.text.in(line), key);
        place = place_of(key);
        break;
      case JsonTokenType::string:
        if (place < 0) break;
        if (place > 1) return wrong("there are more than two URLs");
        text::unescape_json(token.text.in(line), urls[static_cast<std::size_t>(place)]);
        has[static_cast<std::size_t>(place)] = true;
        place = is_array ? place + 1 : -1;
        break;
      case JsonTokenType::end_array:
      case JsonTokenType::end_object:
        break;
      default:
        if (is_array || place >= 0) return wrong("a URL is not a string");
    }
  }
  if (!has[0] || !has[1]) return wrong("it does not name two URLs, \"from\" and \"to\"");
  return Pair(urls[0], urls[1]);
}

ReadPair read_tabs(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return wrong("there is no tab between two URLs");
  const std::string_view from = text::strip_ascii_whitespace(line.substr(0, tab));
  const std::string_view to = text::strip_ascii_whitespace(line.substr(tab + 1));
  if (to.find('\t') != std::string_view::npos) return wrong("there are more than two fields");
  if (from.empty() || to.empty()) return wrong("a URL is missing");
  return Pair(from, to);
}

std::string at_line(std::size_t line, std::string const& why) {
  std::string text("line ");
  text += std::to_string(line);
  return text.append(": ").append(why);
}

}  // namespace

tl::expected<void, std::string> UrlMap::read(std::string_view text, url::Standard standard) {
  standard_ = standard;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text::strip_ascii_whitespace(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#') continue;
    const ReadPair pair = line[0] == '[' || line[0] == '{' ? read_json(line) : read_tabs(line);
    if (!pair) return tl::unexpected(at_line(number, pair.error()));
    if (const auto added = add(pair->first, pair->second); !added) {
      return tl::unexpected(at_line(number, added.error()));
    }
  }
  return {};
}

tl::expected<void, std::string> UrlMap::add(std::string_view from, std::string_view to) {
  const url::Resolver alone{url::ResolveOptions{standard_}};
  const auto key = alone.resolve(from);
  if (!key) return tl::unexpected(std::string(from).append(" is not an absolute URL"));
  const auto base = url::Resolver::with_base(*key, {standard_});
  if (!base.value_or(alone).resolve(to)) return tl::unexpected(std::string(to) + " is not a URL");
  const auto [entry, is_new] = urls_.try_emplace(*key, to);
  if (!is_new && entry->second != to) {
    return tl::unexpected(*key + " is mapped a second time, to another URL");
  }
  return {};
}

std::optional<std::string> UrlMap::find(std::string_view url, std::string_view page) const {
  const auto found = urls_.find(std::string(url));
  if (found == urls_.end()) return std::nullopt;
  const auto base = url::Resolver::with_base(page, {standard_});
  const auto resolved =
      base.value_or(url::Resolver(url::ResolveOptions{standard_})).resolve(found->second);
  if (!resolved) return std::nullopt;
  return *resolved;
}

std::optional<std::string> UrlMap::apply(std::string_view url, std::string_view page) const {
  if (urls_.empty()) return std::nullopt;
  if (auto whole = find(url, page)) return whole;
  const std::size_t fragment = url.find('#');
  if (fragment == std::string_view::npos) return std::nullopt;
  auto mapped = find(url.substr(0, fragment), page);
  if (mapped)
    mapped->replace(std::min(mapped->find('#'), mapped->size()), std::string::npos,
                    url.substr(fragment));
  return mapped;
}

}  // namespace hrefkit::site
