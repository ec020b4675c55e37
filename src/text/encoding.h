// The encodings of the Encoding Standard: labels, decoding with positions, encoding for queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/source_map.h"

namespace hrefkit::text {

/// The Encoding Standard's encodings (section 4.2), in its order.
enum class Encoding : std::uint8_t {
  utf_8,
  ibm866,
  iso_8859_2,
  iso_8859_3,
  iso_8859_4,
  iso_8859_5,
  iso_8859_6,
  iso_8859_7,
  iso_8859_8,
  iso_8859_8_i,
  iso_8859_10,
  iso_8859_13,
  iso_8859_14,
  iso_8859_15,
  iso_8859_16,
  koi8_r,
  koi8_u,
  macintosh,
  windows_874,
  windows_1250,
  windows_1251,
  windows_1252,
  windows_1253,
  windows_1254,
  windows_1255,
  windows_1256,
  windows_1257,
  windows_1258,
  x_mac_cyrillic,
  gbk,
  gb18030,
  big5,
  euc_jp,
  iso_2022_jp,
  shift_jis,
  euc_kr,
  replacement,
  utf_16be,
  utf_16le,
  x_user_defined,
};

/// "Get an encoding" (Encoding Standard 4.2): ASCII white space around `label` and its case do not
/// count. nullopt when the label is unknown.
std::optional<Encoding> encoding_from_label(std::string_view label);

/// The encoding's name as the standard spells it, such as "windows-1252".
std::string_view name(Encoding encoding);

/// "Get an output encoding" (4.3): UTF-8 for replacement and the UTF-16 encodings.
Encoding output_encoding(Encoding encoding);

/// The encoding that a byte order mark at the start of `bytes` declares, and the length of the
/// mark.
struct ByteOrderMark {
  Encoding encoding;
  std::size_t length;
};
std::optional<ByteOrderMark> find_byte_order_mark(std::string_view bytes);

/// Decoded text and the map back to its bytes.
struct DecodedText {
  std::string text;  ///< valid UTF-8
  SourceMap map;     ///< offsets in `text` to offsets in the bytes
  /// The offset in `text` of the first U+FFFD that stands for malformed bytes.
  std::optional<std::size_t> malformed_at = std::nullopt;
};

/// Decodes `bytes` with the encoding's decoder in "replacement" error mode; byte order marks are
/// not looked for. Offsets count from the start of `bytes`, at most `max_text_bytes`.
DecodedText decode(std::string_view bytes, Encoding encoding);

/// The same, into a string and a map that the caller keeps: appends to both, so that several
/// sources can follow each other. Returns the offset in `text` of the first U+FFFD that stands for
/// malformed bytes.
std::optional<std::size_t> decode_append(std::string& text, SourceMap& map, std::string_view bytes,
                                         Encoding encoding);

/// Appends a substitute to `out` for a code point that the encoding lacks.
using UnencodableHandler = void (*)(char32_t code_point, std::string& out);

/// Appends `text` (valid UTF-8) in `encoding`, which must be an output encoding.
void append_encoded(std::string& out, std::string_view text, Encoding encoding,
                    UnencodableHandler unencodable);

}  // namespace hrefkit::text
