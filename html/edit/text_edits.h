// A list of replacements in a document's text, which is applied to its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::html {

/// A list of replacements. Spans are byte offsets in the file's text (SourceText::text).
class TextEdits {
 public:
  bool empty() const { return edits_.empty(); }

  /// Total length of the new values in bytes.
  std::size_t new_bytes() const { return new_bytes_; }

  /// A replacement of the text at a place, which may be empty, by UTF-8.
  struct Edit {
    text::Span place = {};
    std::string_view value = {};
  };

  /// Adds a replacement. The result lives as long as this, but not when more are added.
  Edit const& replace(text::Span place, std::string_view value);

  /// The same, with the memory of a long value.
  Edit const& replace(text::Span place, std::string&& value);

  /// Sorts the replacements; false if two of them overlap.
  bool sort();

  /// The file's bytes with the replacements in the document's encoding. All other text keeps its
  /// bytes. Call `sort` first.
  std::string apply(SourceText const& source) const;

 private:
  std::vector<Edit> edits_;
  text::StringArena values_;  // not one string, which would be copied while it grows
  std::deque<std::string> long_values_;
  std::size_t new_bytes_ = 0;
};

// Replaces parts of encoded bytes by text in the same encoding.

/// Copies bytes and replaces some of them by text. In ISO-2022-JP, where escape sequences select
/// the character set, it adds the sequences that the new text needs, and restores the state for the
/// text after it.
class EncodedWriter {
 public:
  EncodedWriter(std::string_view bytes, text::Encoding encoding)
      : bytes_(bytes), encoding_(encoding) {}

  void reserve(std::size_t size) { out_.reserve(size); }

  /// Replaces the bytes at `place`; places must be in order and disjoint. `value` is UTF-8. A
  /// character that the encoding lacks is percent-encoded.
  void replace(text::Span place, std::string_view value);

  /// Returns all bytes, and ends the writer.
  std::string finish() &&;

 private:
  void copy_to(std::uint32_t end);
  void append(std::string_view value);
  void append_utf_16(std::string_view value, bool big_endian);
  void append_stateful(text::Span place, std::string_view value);
  std::string_view sequence_before(std::uint32_t end);

  std::string_view bytes_;
  text::Encoding encoding_;
  std::string out_;
  std::uint32_t at_ = 0;            // bytes copied or replaced so far
  std::uint32_t searched_ = 0;      // bytes searched for escape sequences so far
  std::string_view sequence_ = {};  // the escape sequence that is in force; empty: ASCII
};

/// Percent-encodes the characters of a URL (UTF-8) that the encoding lacks. Returns whether there
/// are any.
bool percent_encode_unencodable(std::string& url, text::Encoding encoding);

}  // namespace hrefkit::html
