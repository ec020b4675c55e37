#include "hrefkit/site/rewrite/leftovers.h"

#include <algorithm>

#include "hrefkit/site/input.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t max_place = 256;
constexpr text::ByteSet name_characters = text::ascii_alphanumeric | text::ByteSet("-_");
constexpr text::ByteSet ends_place =
    text::ascii_whitespace | text::c0_control | text::ByteSet("\"'`<>()[]{}|");

/// True if the text before `at` ends in an escape, so that its last letter is not part of a name:
/// "%2F" in the query of a URL, "\u002F" in JSON.
bool follows_escape(std::string_view text, std::size_t at) {
  const auto is_escape = [&](std::string_view start, std::size_t digits) {
    if (at < start.size() + digits) return false;
    const std::size_t begin = at - start.size() - digits;
    return text.substr(begin).starts_with(start) &&
           text::is_made_of(text.substr(begin + start.size(), digits), text::ascii_hex_digit);
  };
  return is_escape("%", 2) || is_escape("\\u", 4) || is_escape("\\x", 2);
}

/// True if a host name may begin at `at`.
bool begins_name(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  if (follows_escape(text, at)) return true;
  return !name_characters.contains(before) && before != '.' &&
         static_cast<unsigned char>(before) < 0x80;
}

/// True if a host name may end at `at`, because the text after it does not continue it.
bool ends_name(std::string_view text, std::size_t at) {
  if (at == text.size()) return true;
  if (name_characters.contains(text[at]) || static_cast<unsigned char>(text[at]) >= 0x80) {
    return false;
  }
  return text[at] != '.' || at + 1 == text.size() || !name_characters.contains(text[at + 1]);
}

/// The host and the URL characters around it.
text::Span place_around(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t first = begin > max_place / 2 ? begin - max_place / 2 : 0;
  const std::size_t last = std::min(text.size(), std::max(end, first + max_place));
  const auto is_continued = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
  };
  while (begin > first && text[begin - 1] != '=' && !ends_place.contains(text[begin - 1])) --begin;
  while (end < last && !ends_place.contains(text[end])) ++end;
  while (begin < end && is_continued(begin)) ++begin;
  while (end < text.size() && is_continued(end)) ++end;
  return text::make_span(begin, end);
}

}  // namespace

bool Leftovers::add(std::string const& host) {
  const auto url = url::Resolver(url::ResolveOptions{}).resolve("https://" + host + "/");
  if (!url || host.size() < 2 || host.find_first_of("/?#@\\") != host.npos) return false;
  const url::UrlOffsets at = url::find_offsets(*url);
  for (std::string const& written :
       {text::to_ascii_lower(host), url->substr(at.host_begin, at.path_begin - at.host_begin)}) {
    const bool is_new = std::find(hosts_.begin(), hosts_.end(), written) == hosts_.end();
    if (is_new) hosts_.push_back(written);
  }
  return true;
}

void Leftovers::find(std::string_view text, std::function<void(text::Span)> const& report) const {
  std::vector<text::Span> places;
  for (std::string const& host : hosts_) {
    std::size_t at = 0;
    while ((at = text::find_ignoring_ascii_case(text, host, at)) != text.npos) {
      const std::size_t end = at + host.size();
      if (begins_name(text, at) && ends_name(text, end)) {
        places.push_back(place_around(text, at, end));
        at = std::max<std::size_t>(end, places.back().end);
      } else {
        ++at;
      }
    }
  }
  std::sort(places.begin(), places.end(), [](text::Span a, text::Span b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const text::Span place : places) report(place);
}

namespace {

constexpr std::size_t max_url = 4096;
constexpr text::ByteSet quotes{"\"'`"};

/// True for references such as "/" and "..": scripts have these strings for other purposes.
bool names_nothing(std::string_view url) {
  return url.find_first_not_of("./?#") == std::string_view::npos;
}

std::size_t find_quote(std::string_view script, std::size_t from) {
  while (from < script.size() && !quotes.contains(script[from])) ++from;
  return from;
}

/// Calls `visit` for what stands between each two equal quotes without another one inside. Which
/// quotes belong together is not asked: an apostrophe in a comment hides nothing.
template <typename Visit>
void for_each_string(std::string_view script, Visit const& visit) {
  for (std::size_t open = find_quote(script, 0); open < script.size();) {
    const std::size_t close = find_quote(script, open + 1);
    if (close == script.size()) return;
    const std::string_view between = script.substr(open + 1, close - open - 1);
    const bool counts = script[open] == script[close] && !between.empty();
    if (counts && between.size() <= max_url) visit(between);
    open = close;
  }
}

/// A number that equal strings share and few others have.
std::size_t mark_of(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(text[at])};
  };
  return text.size() * 61 + byte(text.size() / 2) * 31 + byte(text.size() - 1) * 7 + byte(0);
}

}  // namespace

MovedStrings find_moved_strings(std::string_view script, Input const& input, std::string_view url,
                                std::set<std::uint32_t> const& written,
                                std::function<bool(std::string_view url)> const& moves) {
  constexpr std::size_t max_asked = 1'000;
  MovedStrings found;
  url = url::without_query(url::without_fragment(url));
  const std::string place = url::percent_encode_path(input.relative);
  if (input.folder == nullptr || !url.ends_with(place)) return found;
  const std::string_view root = url.substr(0, url.size() - place.size());
  const std::string_view origin = root.substr(0, url::find_offsets(root).path_begin);
  const std::string_view root_path = root.substr(origin.size());
  std::size_t asked = 0;
  for_each_string(script, [&](std::string_view string) {
    if (!string.starts_with(root_path)) return;
    const auto begin = static_cast<std::uint32_t>(string.data() - script.data());
    if (written.contains(begin)) return;
    const std::string relative = url::percent_decode(
        url::without_query(url::without_fragment(string)).substr(root_path.size()));
    const bool is_root = relative.empty();
    if (is_root ? root_path == "/" : ++asked > max_asked) return;
    if (!moves(std::string(origin) + std::string(string))) return;
    if (!is_root && !input.folder->file(relative)) return;
    if (found.count++ == 0) found.first = string;
  });
  return found;
}

void ScriptMentions::Filter::add(std::string_view string) {
  const std::size_t mark = mark_of(string) % bits;
  words_[mark / 64] |= std::uint64_t{1} << (mark % 64);
}

bool ScriptMentions::Filter::may_have(std::string_view string) const {
  const std::size_t mark = mark_of(string) % bits;
  return (words_[mark / 64] >> (mark % 64) & 1) != 0;
}

void ScriptMentions::begin(std::string_view text, html::ContentType type) {
  text_ = text;
  type_ = type;
  is_read_ = false;
  urls_.clear();
  strings_.clear();
  written_.clear();
  in_scripts_ = {};
  changed_ = {};
}

void ScriptMentions::read() {
  is_read_ = true;
  std::size_t at = 0;
  for (std::size_t number = 0;; ++number) {
    at = text::find_ignoring_ascii_case(text_, "<script", at);
    if (at == text_.npos) return;
    const std::size_t begin = text_.find('>', at);
    if (begin == text_.npos) return;
    // In XML and in SVG, a tag may end its element. HTML has no script with href.
    const std::string_view tag = text_.substr(at, begin - at);
    const bool may_be_empty = type_ == html::ContentType::xml || tag.find("href") != tag.npos;
    if (tag.ends_with('/') && may_be_empty) {
      at = begin;
      continue;
    }
    const std::size_t end = text::find_ignoring_ascii_case(text_, "</script", begin);
    const std::string_view script = text_.substr(begin, end == text_.npos ? end : end - begin);
    for_each_string(script, [&](std::string_view string) {
      in_scripts_.add(string);
      strings_.push_back({string, number});
    });
    if (end == text_.npos) return;
    at = end;
  }
}

void ScriptMentions::add(std::string_view url) {
  if (!is_read_) read();
  if (strings_.empty() || names_nothing(url) || url.size() > max_url) return;
  if (!in_scripts_.may_have(url)) return;
  changed_.add(url);
  urls_.insert(text::hash128(url, text::process_hash_key()));
}

std::size_t ScriptMentions::count() const {
  if (urls_.empty()) return 0;
  std::size_t found = 0;
  std::size_t after_last = 0;  // the number behind that of the last script that was counted
  for (String const& string : strings_) {
    if (string.script < after_last || !is_changed(string.text)) continue;
    const auto begin = static_cast<std::uint32_t>(string.text.data() - text_.data());
    if (std::binary_search(written_.begin(), written_.end(), begin)) continue;
    ++found;
    after_last = string.script + 1;
  }
  return found;
}

bool ScriptMentions::is_changed(std::string_view string) const {
  return changed_.may_have(string) &&
         urls_.contains(text::hash128(string, text::process_hash_key()));
}

}  // namespace hrefkit::site
