#include "hrefkit/html/syntax/attribute_value.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/utf8.h"

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

/// Removes a character or markup from the start of `text` and adds its kinds.
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

namespace {

/// The offset of the first `&`, CR or NUL at or after `offset`, or the size.
std::size_t find_special(std::string_view raw, std::size_t offset) {
  return offset + text::find_first_that<text::Lanes>(raw.substr(offset), coded_bytes<text::Lanes>);
}

/// Appends to the value and to the map.
class ValueWriter {
 public:
  ValueWriter(std::string& value, text::SourceMap* map) : value_(value), map_(map) {
    value_.clear();
    if (map_ != nullptr) *map_ = {};
  }

  void copy(std::string_view bytes) {
    value_ += bytes;
    if (map_ != nullptr) map_->append_copied(static_cast<std::uint32_t>(bytes.size()));
  }

  /// Appends one character, `first` and perhaps `second`, that comes from `source_length` bytes of
  /// source.
  void replace(std::size_t source_length, char32_t first, char32_t second = 0) {
    const std::size_t before = value_.size();
    text::append_utf8(value_, first);
    if (second != 0) text::append_utf8(value_, second);
    if (map_ != nullptr) {
      map_->append_character(static_cast<std::uint32_t>(value_.size() - before),
                             static_cast<std::uint32_t>(source_length));
    }
  }

 private:
  std::string& value_;
  text::SourceMap* map_;
};

/// Writes the replacement of the special byte at the start of `rest`; returns the number of bytes
/// consumed. Without a `place`, references are not decoded.
std::size_t write_special(std::string_view rest, std::optional<ReferencePlace> place,
                          ValueWriter& writer) {
  if (rest[0] == '\0') {
    writer.replace(1, text::replacement_character);
    return 1;
  }
  if (rest[0] == '\r') {  // 13.2.3.5, "Preprocessing the input stream": normalize newlines
    const std::size_t length = rest.size() > 1 && rest[1] == '\n' ? 2 : 1;
    writer.replace(length, '\n');
    return length;
  }
  const auto reference = place ? match_character_reference(rest, *place) : std::nullopt;
  if (!reference) {
    writer.copy(rest.substr(0, 1));
    return 1;
  }
  writer.replace(reference->length, reference->first, reference->second);
  return reference->length;
}

void decode(std::string_view raw, std::optional<ReferencePlace> place, ValueWriter writer) {
  std::size_t offset = 0;
  while (offset < raw.size()) {
    const std::size_t special = find_special(raw, offset);
    writer.copy(raw.substr(offset, special - offset));
    offset = special;
    if (offset < raw.size()) offset += write_special(raw.substr(offset), place, writer);
  }
}

}  // namespace

bool needs_decoding(std::string_view raw) {
  return find_special(raw, 0) != raw.size();
}

void decode_attribute_value(std::string_view raw, std::string& value, text::SourceMap* map) {
  decode(raw, ReferencePlace::attribute, ValueWriter(value, map));
}

void decode_text(std::string_view raw, std::string& value, text::SourceMap* map) {
  decode(raw, ReferencePlace::text, ValueWriter(value, map));
}

void decode_raw_text(std::string_view raw, std::string& value, text::SourceMap* map) {
  decode(raw, std::nullopt, ValueWriter(value, map));
}

}  // namespace hrefkit::html
