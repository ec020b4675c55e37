#include "hrefkit/cli/rewrite/script_mentions.h"

#include "hrefkit/text/ascii.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t longest_url = 4096;

/// The place of `tag` in any letter case, or npos.
std::size_t find_tag(std::string_view text, std::size_t from, std::string_view tag) {
  for (std::size_t at = text.find('<', from); at != std::string_view::npos;
       at = text.find('<', at + 1)) {
    if (text::equals_ignoring_ascii_case(text.substr(at, tag.size()), tag)) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool has_script(std::string_view text) {
  return find_tag(text, 0, "<script") != std::string_view::npos;
}

void ScriptMentions::add(std::string_view url) {
  if (url.empty() || url.size() > longest_url) return;
  urls_.insert(text::hash128(url, text::process_hash_key()));
}

std::size_t ScriptMentions::count(std::string_view text) const {
  std::size_t found = 0;
  std::size_t at = 0;
  while ((at = find_tag(text, at, "<script")) != std::string_view::npos) {
    const std::size_t begin = text.find('>', at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = find_tag(text, begin, "</script");
    const std::size_t length = end == std::string_view::npos ? end : end - begin;
    if (mentions(text.substr(begin, length))) ++found;
    if (end == std::string_view::npos) break;
    at = end;
  }
  return found;
}

/// True when what stands between two equal quotes, without another one inside, is one of the URLs.
/// Which quotes belong together is not asked: an apostrophe in a comment hides nothing.
bool ScriptMentions::mentions(std::string_view script) const {
  constexpr std::string_view quotes = "\"'`";
  std::size_t open = script.find_first_of(quotes);
  while (open != std::string_view::npos) {
    const std::size_t close = script.find_first_of(quotes, open + 1);
    if (close == std::string_view::npos) return false;
    const std::string_view between = script.substr(open + 1, close - open - 1);
    if (script[open] == script[close] && between.size() <= longest_url &&
        urls_.contains(text::hash128(between, text::process_hash_key()))) {
      return true;
    }
    open = close;
  }
  return false;
}

}  // namespace hrefkit::cli
