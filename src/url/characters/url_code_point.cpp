#include "hrefkit/url/characters/url_code_point.h"

#include <cstdint>

#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

std::string to_scalar_values(std::string bytes) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  return text::to_valid_utf8(bytes);
}

std::string_view as_scalar_values(std::string_view bytes, std::string& storage) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  storage = text::to_valid_utf8(bytes);
  return storage;
}

NoteWriter NoteWriter::from(std::size_t offset) const {
  NoteWriter writer = *this;
  writer.start_ += offset;
  return writer;
}

void NoteWriter::push(ValidationError error, std::size_t offset) const {
  const auto place = static_cast<std::uint32_t>(start_ + offset);
  sink_->push_back({error, map_ == nullptr ? place : map_->to_source(place)});
}

namespace {

/// Infra "noncharacter", above ASCII.
bool is_noncharacter(char32_t c) {
  return (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
}

}  // namespace

bool is_url_code_point(char32_t c) {
  if (c < 0x80) return ascii_url_code_points.contains(static_cast<char>(c));
  if (text::is_surrogate(c)) return false;
  return c >= 0xA0 && c <= 0x10FFFD && !is_noncharacter(c);
}

std::size_t find_non_url_unit(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    if (text[offset] == '%') {
      if (!is_percent_encoded_byte(text, offset)) return offset;
      ++offset;
      continue;
    }
    const text::Utf8Step step = text::decode_utf8(text, offset);
    if (!is_url_code_point(step.code_point)) return offset;
    offset += step.length;
  }
  return text.size();
}

void note_invalid_url_units(std::string_view text, NoteWriter const& notes) {
  if (!notes.wanted()) return;
  std::size_t at = find_non_url_unit(text, 0);
  while (at < text.size()) {
    notes.add(ValidationError::invalid_url_unit, at);
    at = find_non_url_unit(text, at + text::decode_utf8(text, at).length);
  }
}

}  // namespace hrefkit::url
