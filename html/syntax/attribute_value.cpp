#include "hrefkit/html/syntax/attribute_value.h"

#include <cstdint>
#include <cstring>
#include <optional>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

constexpr std::uint64_t low_bits = 0x0101010101010101;
constexpr std::uint64_t high_bits = 0x8080808080808080;

/// Not zero when one of the eight bytes is zero.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - low_bits) & ~word & high_bits;
}

bool is_special(char c) {
  return c == '&' || c == '\r' || c == '\0';
}

bool has_special(char const* eight_bytes) {
  std::uint64_t word;
  std::memcpy(&word, eight_bytes, sizeof word);
  return (zero_bytes(word) | zero_bytes(word ^ (low_bits * '&')) |
          zero_bytes(word ^ (low_bits * '\r'))) != 0;
}

/// The offset of the first `&`, CR or NUL at or after `offset`, or the size.
std::size_t find_special(std::string_view raw, std::size_t offset) {
  while (raw.size() - offset >= 8 && !has_special(raw.data() + offset)) offset += 8;
  while (offset < raw.size() && !is_special(raw[offset])) ++offset;
  return offset;
}

/// Appends to the value and keeps the map in step.
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

  /// One character, `first` and perhaps `second`, that stands for `source_length` bytes of source.
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

/// Writes what the special byte at the start of `rest` stands for; returns the bytes taken.
/// Without a `place`, references do not count.
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
