// Maps byte offsets of decoded text to byte offsets of its source.
//
// One map leads from a file's UTF-8 text to its bytes (BOM, legacy encodings, malformed bytes),
// another from an attribute's value to the text (character references, newlines).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::text {

/// A monotone map from text offsets to source offsets, in bytes on both sides, stored as runs of
/// equally long characters. A default-constructed map is the identity; behind what was noted, a
/// map goes on byte by byte. Looking up takes time logarithmic in the number of runs.
class SourceMap {
 public:
  SourceMap() = default;

  /// The map of a text that is a copy of its source from byte `source_offset` on.
  static SourceMap starting_at(std::uint32_t source_offset);

  /// A map for text whose source is not needed: it stores no runs, and its answers are wrong.
  static SourceMap ignored() {
    SourceMap map;
    map.is_ignored_ = true;
    return map;
  }

  /// Notes that the next `text_bytes` bytes of text, one indivisible character (`text_bytes` > 0),
  /// come from the next `source_bytes` bytes of the source.
  void append_character(std::uint32_t text_bytes, std::uint32_t source_bytes) {
    append(text_bytes, source_bytes, 1);
  }

  /// Notes `count` characters, each of `text_bytes` bytes of text and `source_bytes` of source.
  void append_characters(std::uint32_t text_bytes, std::uint32_t source_bytes,
                         std::uint32_t count) {
    if (count != 0) append(text_bytes, source_bytes, count);
  }

  /// Notes `bytes` bytes that are the same on both sides, each a character of its own.
  void append_copied(std::uint32_t bytes) { append_characters(1, 1, bytes); }

  /// Notes `source_bytes` bytes of source that became no text.
  void append_skipped(std::uint32_t source_bytes) {
    if (source_bytes != 0) append(0, source_bytes, 1);
  }

  /// The source offset of the character at `text_offset`; an offset inside a character gives the
  /// character's start, and the text's end the source's end.
  std::uint32_t to_source(std::uint32_t text_offset) const {
    return character_at(text_offset).begin;
  }

  /// The source of the characters of a range. Source that became no text is left out at both ends;
  /// an empty range maps to the empty place before the character there.
  Span to_source(Span text_range) const;

  /// True when every offset maps to itself.
  bool is_identity() const { return closed_runs_.empty() && last_run_.is_copy(); }

 private:
  /// Characters of the same lengths.
  struct Run {
    std::uint32_t text_unit = 1;    ///< text bytes a character; 0 for skipped source
    std::uint32_t source_unit = 1;  ///< source bytes a character
    std::uint32_t count = 0;

    bool is_copy() const { return text_unit == 1 && source_unit == 1; }
  };

  static constexpr std::uint32_t words_a_checkpoint = 32;

  /// The offsets at which the runs from word `code` of `closed_runs_` begin.
  struct Checkpoint {
    std::uint32_t text;
    std::uint32_t source;
    std::uint32_t code;
  };

  void append(std::uint32_t text_unit, std::uint32_t source_unit, std::uint32_t count) {
    if (text_unit != last_run_.text_unit || source_unit != last_run_.source_unit) {
      begin_run(text_unit, source_unit);
    }
    last_run_.count += count;
  }
  void begin_run(std::uint32_t text_unit, std::uint32_t source_unit);
  void set_checkpoint();

  /// The source of the character at an offset of the text.
  struct Character {
    std::uint32_t begin;
    std::uint32_t length;
  };
  Character character_at(std::uint32_t text_offset) const;
  Run read_run(std::size_t& code) const;

  Run last_run_;                                      // the one that may still grow
  std::uint32_t last_run_text_ = 0;                   // where it begins
  std::uint32_t last_run_source_ = 0;                 // the same in the source
  std::vector<std::uint32_t> closed_runs_;            // all runs before it, packed
  std::vector<Checkpoint> checkpoints_;               // one every few runs
  std::size_t next_checkpoint_ = words_a_checkpoint;  // in words of closed runs
  bool is_ignored_ = false;
};

}  // namespace hrefkit::text
