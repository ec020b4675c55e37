#include "hrefkit/html/syntax/visible_text.h"

#include "hrefkit/html/syntax/character_reference.h"
#include "hrefkit/html/syntax/markup_declaration.h"

namespace hrefkit::html {

namespace {

constexpr bool is_white_space(char32_t c) {
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

/// The bytes of white space at the start of `text`, as a character or a reference to one; 0 where
/// something else stands.
std::size_t white_space_length(std::string_view text) {
  if (is_white_space(static_cast<unsigned char>(text.front()))) return 1;
  if (text.front() != '&') return 0;
  const auto reference = match_character_reference(text, ReferencePlace::text);
  return reference && is_white_space(reference->first) && reference->second == 0 ? reference->length
                                                                                 : 0;
}

/// The bytes of the comment, doctype or the like at the start of `text`; 0 where there is none.
std::size_t markup_length(std::string_view text) {
  if (text.starts_with("<!")) return skip_markup_declaration(text, 0, Cdata::comment);
  if (text.starts_with("<?")) return skip_bogus_comment(text, 1);
  const bool opens_end_tag = text.starts_with("</") && text.size() > 2;
  return opens_end_tag ? skip_bogus_comment(text, 2) : 0;
}

}  // namespace

bool has_visible_text(std::string_view written) {
  while (!written.empty()) {
    std::size_t length = white_space_length(written);
    if (length == 0) length = markup_length(written);
    if (length == 0) return true;
    written.remove_prefix(length);
  }
  return false;
}

}  // namespace hrefkit::html
