// The string is kept larger than the text in it, so that pieces are written through a pointer.
#include "hrefkit/text/decode_output.h"

#include <algorithm>
#include <cstring>

#include "hrefkit/text/ascii_run.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

/// Writes the UTF-8 form of a scalar value; returns its length. `to` has room for four bytes.
std::uint32_t write_utf8(char* to, char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) {
    to[0] = byte(c);
    return 1;
  }
  if (c < 0x800) {
    to[0] = byte(0xC0 | (c >> 6));
    to[1] = byte(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    to[0] = byte(0xE0 | (c >> 12));
    to[1] = byte(0x80 | ((c >> 6) & 0x3F));
    to[2] = byte(0x80 | (c & 0x3F));
    return 3;
  }
  to[0] = byte(0xF0 | (c >> 18));
  to[1] = byte(0x80 | ((c >> 12) & 0x3F));
  to[2] = byte(0x80 | ((c >> 6) & 0x3F));
  to[3] = byte(0x80 | (c & 0x3F));
  return 4;
}

}  // namespace

DecodeOutput::DecodeOutput(std::string& text, SourceMap& map, std::size_t source_size)
    : text_(text), map_(map), size_(text.size()) {
  room(source_size + source_size / 8);
}

char* DecodeOutput::room(std::size_t bytes) {
  if (text_.size() - size_ < bytes) text_.resize(std::max(text_.size() * 2, size_ + bytes));
  return text_.data() + size_;
}

std::size_t DecodeOutput::copy_ascii(std::string_view bytes, std::size_t offset) {
  const std::size_t length = ascii_run_length(bytes.substr(offset));
  copy(bytes.substr(offset, length));
  return offset + length;
}

void DecodeOutput::copy(std::string_view utf8) {
  if (utf8.empty()) return;
  std::memcpy(room(utf8.size()), utf8.data(), utf8.size());
  size_ += utf8.size();
  map_.append_copied(static_cast<std::uint32_t>(utf8.size()));
}

void DecodeOutput::character(char32_t code_point, std::uint32_t source_bytes) {
  const std::uint32_t length = write_utf8(room(4), code_point);
  size_ += length;
  map_.append_character(length, source_bytes);
}

void DecodeOutput::two_characters(char32_t first, char32_t second, std::uint32_t source_bytes) {
  char* const to = room(8);
  std::uint32_t length = write_utf8(to, first);
  length += write_utf8(to + length, second);
  size_ += length;
  map_.append_character(length, source_bytes);
}

void DecodeOutput::character(SingleByteIndex::Utf8Form const& form) {
  std::memcpy(room(3), form.bytes.data(), 3);
  size_ += form.length;
  map_.append_character(form.length, 1);
}

void DecodeOutput::malformed(std::uint32_t source_bytes) {
  errors_ = true;
  character(replacement_character, source_bytes);
}

bool DecodeOutput::finish() {
  text_.resize(size_);
  return errors_;
}

}  // namespace hrefkit::text
