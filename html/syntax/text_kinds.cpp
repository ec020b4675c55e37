#include "hrefkit/html/syntax/text_kinds.h"

#include "hrefkit/html/character_reference.h"

namespace hrefkit::html {

namespace {

constexpr bool is_white_space(char32_t c) {
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

/// Adds the kind of the character at the start of `text`; returns its length in bytes.
std::size_t add_character(std::string_view text, TextKinds& kinds) {
  if (text.front() == '\0') {
    kinds.nul = true;
    return 1;
  }
  std::size_t length = 1;
  bool is_space = is_white_space(static_cast<unsigned char>(text.front()));
  if (text.front() == '&') {
    if (const auto reference = match_character_reference(text, ReferencePlace::text)) {
      length = reference->length;
      is_space = is_white_space(reference->first) && reference->second == 0;
    }
  }
  (is_space ? kinds.white_space : kinds.visible) = true;
  return length;
}

/// Adds the kinds in the content of a CDATA section.
void add_section(std::string_view content, TextKinds& kinds) {
  for (const char c : content) {
    kinds.nul |= c == '\0';
    kinds.white_space |= is_white_space(static_cast<unsigned char>(c));
    kinds.visible |= c != '\0' && !is_white_space(static_cast<unsigned char>(c));
    if (kinds.visible) return;
  }
}

/// The bytes of the comment, doctype or CDATA section at the start of `text`, or 0.
std::size_t add_markup(std::string_view text, Cdata cdata, TextKinds& kinds) {
  if (text.starts_with("<?")) return skip_bogus_comment(text, 1);
  if (text.starts_with("</") && text.size() > 2) return skip_bogus_comment(text, 2);
  if (!text.starts_with("<!")) return 0;
  const std::size_t end = skip_markup_declaration(text, 0, cdata);
  if (cdata == Cdata::section && text.starts_with(cdata_start)) {
    std::string_view content = text.substr(cdata_start.size(), end - cdata_start.size());
    if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
    add_section(content, kinds);
  }
  return end;
}

/// Takes a character or markup from the start of `text` and adds its kinds.
void add_piece(std::string_view& text, Cdata cdata, TextKinds& kinds) {
  std::size_t length = add_markup(text, cdata, kinds);
  if (length == 0) length = add_character(text, kinds);
  text.remove_prefix(length);
}

}  // namespace

TextKinds text_kinds(std::string_view written, Cdata cdata) {
  TextKinds kinds;
  while (!written.empty() && !kinds.visible) add_piece(written, cdata, kinds);
  return kinds;
}

bool has_white_space(std::string_view written) {
  TextKinds kinds;
  while (!written.empty() && !kinds.white_space) add_piece(written, Cdata::comment, kinds);
  return kinds.white_space;
}

}  // namespace hrefkit::html
