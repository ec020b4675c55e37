// URL code points and URL units: what a valid URL string may hold (URL standard 4.3).
#pragma once

#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/note_writer.h"

namespace hrefkit::url {

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

}  // namespace hrefkit::url
