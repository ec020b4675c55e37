// URL code points and URL units: what a valid URL string may hold (URL standard 4.3).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/url/validation_error.h"

namespace hrefkit::url {

// How parsers report validation errors.

/// Reports validation errors to a sink, if there is one. It turns offsets in the text that the
/// parser works on into offsets in the parser's input.
class NoteWriter {
 public:
  /// `sink` may be null. The writer owns neither the sink nor the map.
  explicit NoteWriter(ValidationNotes* sink) : sink_(sink) {}

  bool wanted() const { return sink_ != nullptr; }
  void set_map(text::SourceMap const* map) { map_ = map; }

  void add(ValidationError error, std::size_t offset) const {
    if (sink_ != nullptr) push(error, offset);
  }

  /// The same sink for a text that begins `offset` bytes into this one.
  NoteWriter from(std::size_t offset) const;

 private:
  void push(ValidationError error, std::size_t offset) const;

  ValidationNotes* sink_;
  text::SourceMap const* map_ = nullptr;
  std::size_t start_ = 0;
};

/// The URL code points below U+0080.
inline constexpr text::ByteSet ascii_url_code_points =
    text::ascii_alphanumeric | text::ByteSet("!$&'()*+,-./:;=?@_~");

/// True for a URL code point: those of ASCII, and U+00A0 to U+10FFFD without surrogates and
/// noncharacters.
bool is_url_code_point(char32_t c);

/// The offset of the first code point of `text` (valid UTF-8) at or after `offset` that begins no
/// URL unit: it is not a URL code point, or a "%" without two hex digits. text.size() when all do.
std::size_t find_non_url_unit(std::string_view text, std::size_t offset);

/// Notes "invalid-URL-unit" for each code point of `text` that begins no URL unit. Offsets count
/// from the text's start.
void note_invalid_url_units(std::string_view text, NoteWriter const& notes);

// Scalar value strings: what the URL standard's algorithms take where callers have any bytes.

/// `bytes` as valid UTF-8 with U+FFFD for each ill-formed sequence ("UTF-8 decode without BOM").
std::string to_scalar_values(std::string bytes);

/// The same without a copy where there is nothing to replace: `bytes` itself, or a view of
/// `storage`, which holds the result. Valid as long as both arguments live unchanged.
std::string_view as_scalar_values(std::string_view bytes, std::string& storage);

}  // namespace hrefkit::url
