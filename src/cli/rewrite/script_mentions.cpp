#include "hrefkit/cli/rewrite/script_mentions.h"

#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t longest_url = 4096;
constexpr text::ByteSet quotes{"\"'`"};

/// True for references such as "/" and "..": scripts have these strings for other purposes.
bool names_nothing(std::string_view url) {
  return url.find_first_not_of("./?#") == std::string_view::npos;
}

std::size_t find_quote(std::string_view script, std::size_t from) {
  while (from < script.size() && !quotes.contains(script[from])) ++from;
  return from;
}

/// Calls `take` for what stands between each two equal quotes without another one inside. Which
/// quotes belong together is not asked: an apostrophe in a comment hides nothing.
template <typename Take>
void for_each_string(std::string_view script, Take const& take) {
  for (std::size_t open = find_quote(script, 0); open < script.size();) {
    const std::size_t close = find_quote(script, open + 1);
    if (close == script.size()) return;
    const std::string_view between = script.substr(open + 1, close - open - 1);
    const bool counts = script[open] == script[close] && !between.empty();
    if (counts && between.size() <= longest_url) take(between);
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

void ScriptMentions::Filter::add(std::string_view string) {
  const std::size_t mark = mark_of(string) % bits;
  words_[mark / 64] |= std::uint64_t{1} << (mark % 64);
}

bool ScriptMentions::Filter::may_have(std::string_view string) const {
  const std::size_t mark = mark_of(string) % bits;
  return (words_[mark / 64] >> (mark % 64) & 1) != 0;
}

void ScriptMentions::begin(std::string_view text) {
  urls_.clear();
  strings_.clear();
  in_scripts_ = {};
  changed_ = {};
  std::size_t at = 0;
  for (std::size_t number = 0;; ++number) {
    at = text::find_ignoring_ascii_case(text, "<script", at);
    if (at == text.npos) return;
    const std::size_t begin = text.find('>', at);
    if (begin == text.npos) return;
    const std::size_t end = text::find_ignoring_ascii_case(text, "</script", begin);
    const std::string_view script = text.substr(begin, end == text.npos ? end : end - begin);
    for_each_string(script, [&](std::string_view string) {
      in_scripts_.add(string);
      strings_.push_back({string, number});
    });
    if (end == text.npos) return;
    at = end;
  }
}

void ScriptMentions::add(std::string_view url) {
  if (strings_.empty() || names_nothing(url) || url.size() > longest_url) return;
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
    ++found;
    after_last = string.script + 1;
  }
  return found;
}

bool ScriptMentions::is_changed(std::string_view string) const {
  return changed_.may_have(string) &&
         urls_.contains(text::hash128(string, text::process_hash_key()));
}

}  // namespace hrefkit::cli
