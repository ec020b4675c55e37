#include "hrefkit/html/syntax/source_map_comment.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view source_map_word = "sourceMappingURL=";

}  // namespace

std::optional<std::string_view> match_source_map_url(std::string_view comment) {
  if (!comment.starts_with('#') && !comment.starts_with('@')) return std::nullopt;
  comment.remove_prefix(1);
  text::skip(comment, text::ascii_whitespace | text::ByteSet("\v"));
  if (!comment.starts_with(source_map_word)) return std::nullopt;
  const std::string_view url = text::strip(comment.substr(source_map_word.size()),
                                           text::ascii_whitespace | text::ByteSet("\v"));
  const bool is_url = !url.empty() && text::length_until(url, text::ascii_whitespace) == url.size();
  return is_url ? std::optional(url) : std::nullopt;
}

bool may_name_source_maps(std::string_view text) {
  return text::find_bytes(text, source_map_word) != text.npos;
}

}  // namespace hrefkit::html
