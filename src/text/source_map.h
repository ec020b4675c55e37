// Where decoded text came from: maps byte offsets of a text to byte offsets of its source.
//
// One map stands between a file's bytes and its UTF-8 text (BOM, legacy encodings, bytes that are
// no UTF-8), another between an attribute's value and the text (character references, newlines).
#pragma once

#include <cstdint>
#include <vector>

namespace hrefkit::text {

/// A monotone map from text offsets to source offsets, in bytes on both sides, stored as runs of
/// equally long characters. A default-constructed map is the identity.
class SourceMap {
 public:
  SourceMap() = default;

  /// The map of a text that is a copy of its source from byte `source_offset` on.
  static SourceMap starting_at(std::uint32_t source_offset);

  /// Notes that the next `text_bytes` bytes of text, one indivisible character (`text_bytes` > 0),
  /// stand for the next `source_bytes` bytes of the source.
  void append_character(std::uint32_t text_bytes, std::uint32_t source_bytes) {
    append(text_bytes, source_bytes, 1);
  }

  /// Notes `count` characters, each of `text_bytes` bytes of text and `source_bytes` of source.
  void append_characters(std::uint32_t text_bytes, std::uint32_t source_bytes,
                         std::uint32_t count) {
    append(text_bytes, source_bytes, count);
  }

  /// Notes `bytes` bytes that are the same on both sides, each a character of its own.
  void append_copied(std::uint32_t bytes) { append(1, 1, bytes); }

  /// Notes `source_bytes` bytes of source that left nothing in the text.
  void append_skipped(std::uint32_t source_bytes);

  /// The source offset of the character at `text_offset`; an offset inside a character gives the
  /// character's start, and the text's end the source's end.
  std::uint32_t to_source(std::uint32_t text_offset) const;

  /// True when every offset maps to itself.
  bool is_identity() const { return runs_.empty(); }

 private:
  struct Run {
    std::uint32_t text_begin;
    std::uint32_t source_begin;
    std::uint32_t text_unit;    ///< text bytes a character
    std::uint32_t source_unit;  ///< source bytes a character
  };

  void append(std::uint32_t text_unit, std::uint32_t source_unit, std::uint32_t count) {
    if (count == 0) return;
    const bool extends = runs_.empty() ? text_unit == 1 && source_unit == 1
                                       : runs_.back().text_unit == text_unit &&
                                             runs_.back().source_unit == source_unit;
    if (!extends) runs_.push_back({text_end_, source_end_, text_unit, source_unit});
    text_end_ += text_unit * count;
    source_end_ += source_unit * count;
  }

  std::vector<Run> runs_;
  std::uint32_t text_end_ = 0;
  std::uint32_t source_end_ = 0;
};

}  // namespace hrefkit::text
