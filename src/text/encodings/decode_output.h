// Where decoders put their text: UTF-8 and the map back to the bytes grow together.
//
// The string is kept larger than the text in it, so that pieces are written through a pointer; the
// members are inline because they run once a character.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

/// Appends decoded text to a string, noting for each piece how many bytes it stands for. Every
/// byte of the source must be accounted for exactly once, in order.
class DecodeOutput {
 public:
  /// Text goes behind what `text` holds; `source_size` is a hint. Call `finish` at the end.
  DecodeOutput(std::string& text, SourceMap& map, std::size_t source_size)
      : text_(text), map_(map), size_(text.size()) {
    room(source_size + source_size / 8);
  }

  /// Takes the ASCII bytes of `bytes` from `offset` on as they are. Returns the offset of the
  /// first byte that is not ASCII, or the size of `bytes`.
  std::size_t copy_ascii(std::string_view bytes, std::size_t offset) {
    const std::size_t length = ascii_run_length(bytes.substr(offset));
    copy(bytes.substr(offset, length));
    return offset + length;
  }

  /// Takes UTF-8 as it is.
  void copy(std::string_view utf8) {
    if (utf8.empty()) return;
    std::memcpy(room(utf8.size()), utf8.data(), utf8.size());
    size_ += utf8.size();
    map_.append_copied(static_cast<std::uint32_t>(utf8.size()));
  }

  /// One code point that `source_bytes` bytes stand for.
  void character(char32_t code_point, std::uint32_t source_bytes) {
    const std::uint32_t length = write_utf8(room(4), code_point);
    size_ += length;
    map_.append_character(length, source_bytes);
  }

  /// Two code points that `source_bytes` bytes stand for together.
  void two_characters(char32_t first, char32_t second, std::uint32_t source_bytes) {
    char* const to = room(8);
    std::uint32_t length = write_utf8(to, first);
    length += write_utf8(to + length, second);
    size_ += length;
    map_.append_character(length, source_bytes);
  }

  /// U+FFFD for `source_bytes` malformed bytes.
  void malformed(std::uint32_t source_bytes) {
    if (!malformed_at_) malformed_at_ = size_;
    character(replacement_character, source_bytes);
  }

  /// Bytes that leave nothing in the text, such as escape sequences.
  void skipped(std::uint32_t source_bytes) { map_.append_skipped(source_bytes); }

  /// Where at least `bytes` bytes may be written that `wrote` then takes.
  char* room(std::size_t bytes) {
    if (text_.size() - size_ < bytes) text_.resize(std::max(text_.size() * 2, size_ + bytes));
    return text_.data() + size_;
  }

  /// Takes `count` characters that were written to `room`, each of `text_bytes` bytes and standing
  /// for one byte of source.
  void wrote(std::uint32_t text_bytes, std::uint32_t count) {
    size_ += std::size_t{text_bytes} * count;
    map_.append_characters(text_bytes, 1, count);
  }

  /// Cuts the string to what was written. Returns the offset of the first U+FFFD that stands for
  /// malformed bytes.
  std::optional<std::size_t> finish() {
    text_.resize(size_);
    return malformed_at_;
  }

 private:
  std::string& text_;
  SourceMap& map_;
  std::size_t size_;
  std::optional<std::size_t> malformed_at_;
};

}  // namespace hrefkit::text
