#include "hrefkit/html/around.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

bool is_directive(std::string_view rest) {
  constexpr std::string_view comment = "<!--";
  // FAST: std::equal compares four bytes at once, where GCC has starts_with call memcmp.
  if (rest.size() < comment.size() || !std::equal(comment.begin(), comment.end(), rest.begin())) {
    return false;
  }
  std::size_t word = comment.size();
  while (word < rest.size() && text::ascii_whitespace.contains(rest[word])) ++word;
  // Most comments begin with another letter.
  if (word == rest.size() || rest[word] != directive_prefix.front()) return false;
  return rest.substr(word).starts_with(directive_prefix);
}

IgnoreComment read_ignore_comment(std::string_view text, std::uint32_t begin) {
  const std::size_t end = skip_markup_declaration(text, begin, Cdata::comment);
  std::string_view content = text.substr(begin, end - begin);
  content.remove_prefix(std::string_view("<!--").size());
  for (const std::string_view close : {"-->", "--!>"}) {
    if (content.ends_with(close)) content.remove_suffix(close.size());
  }
  content = text::strip_ascii_whitespace(content);
  IgnoreComment comment{.end = static_cast<std::uint32_t>(end)};
  if (content == "hrefkit-ignore") comment.word = IgnoreWord::element;
  if (content == "hrefkit-ignore-start") comment.word = IgnoreWord::part_start;
  if (content == "hrefkit-ignore-end") comment.word = IgnoreWord::part_end;
  return comment;
}

bool sends_data(std::string_view method) {
  return text::equals_ignoring_ascii_case(method, "post");
}

bool mentions_ignore(std::string_view text) {
  constexpr std::string_view wanted = "-ignore";
  const auto is_before = [&](std::string_view word, std::size_t at) {
    return at >= word.size() &&
           text::equals_ignoring_ascii_case(text.substr(at - word.size(), word.size()), word);
  };
  for (std::size_t at = text::find_ignoring_ascii_case(text, wanted); at != text.npos;
       at = text::find_ignoring_ascii_case(text, wanted, at + wanted.size())) {
    if (is_before("hrefkit", at) || is_before("proofer", at)) return true;
  }
  return false;
}

bool mentions_source(std::string_view text) {
  constexpr std::string_view wanted = "source";
  for (std::size_t at = text::find_ignoring_ascii_case(text, wanted); at != text.npos;
       at = text::find_ignoring_ascii_case(text, wanted, at + wanted.size())) {
    if (at != 0 && (text[at - 1] == '<' || text[at - 1] == ':')) return true;
  }
  return false;
}

}  // namespace hrefkit::html
