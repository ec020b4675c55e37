// Bytes with pieces replaced by text in the same encoding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Copies bytes and puts text in the place of some. In ISO-2022-JP, where escape sequences say what
/// the bytes after them mean, the text gets the sequences that it needs, and the text after it
/// decodes as before.
class EncodedWriter {
 public:
  EncodedWriter(std::string_view bytes, text::Encoding encoding)
      : bytes_(bytes), encoding_(encoding) {}

  void reserve(std::size_t size) { out_.reserve(size); }

  /// Replaces the bytes at `place`; places rise and do not overlap. `value` is UTF-8. A character
  /// that the encoding lacks is percent-encoded.
  void replace(text::Span place, std::string_view value);

  /// All bytes. Ends the writing.
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
  std::uint32_t looked_at_ = 0;     // bytes searched for escape sequences
  std::string_view sequence_ = {};  // the escape sequence that is in force; empty: ASCII
};

/// Percent-encodes the characters of a URL (UTF-8) that the encoding lacks. Returns whether there
/// are any.
bool percent_encode_unencodable(std::string& url, text::Encoding encoding);

}  // namespace hrefkit::html
