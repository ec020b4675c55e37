// Where decoders put their text: UTF-8 and the map back to the bytes grow together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding_index.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::text {

/// Appends decoded text to a string, noting for each piece how many bytes it stands for. Every
/// byte of the source must be accounted for exactly once, in order.
class DecodeOutput {
 public:
  /// Text goes behind what `text` holds; `source_size` is a hint. Call `finish` at the end.
  DecodeOutput(std::string& text, SourceMap& map, std::size_t source_size);

  /// Takes the ASCII bytes of `bytes` from `offset` on as they are. Returns the offset of the
  /// first byte that is not ASCII, or the size of `bytes`.
  std::size_t copy_ascii(std::string_view bytes, std::size_t offset);

  /// Takes UTF-8 as it is.
  void copy(std::string_view utf8);

  /// One code point that `source_bytes` bytes stand for.
  void character(char32_t code_point, std::uint32_t source_bytes);

  /// Two code points that `source_bytes` bytes stand for together.
  void two_characters(char32_t first, char32_t second, std::uint32_t source_bytes);

  /// The character of one byte, from the table of a single-byte encoding.
  void character(SingleByteIndex::Utf8Form const& form);

  /// U+FFFD for `source_bytes` malformed bytes.
  void malformed(std::uint32_t source_bytes);

  /// Bytes that leave nothing in the text, such as escape sequences.
  void skipped(std::uint32_t source_bytes) { map_.append_skipped(source_bytes); }

  /// Cuts the string to what was written. Returns true when some bytes were malformed.
  bool finish();

 private:
  char* room(std::size_t bytes);

  std::string& text_;
  SourceMap& map_;
  std::size_t size_;
  bool errors_ = false;
};

}  // namespace hrefkit::text
