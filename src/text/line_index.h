// Line and column of byte offsets, for messages that people and editors read.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::text {

/// A place in a text; both count from 1.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in code points
};

/// Answers the line and column of offsets in one text. It remembers the last answer, so that
/// offsets asked for in rising order cost one pass over the text in all; falling offsets cost the
/// way back. Lines end at LF, CR LF or a lone CR, as in HTML's newline normalisation.
class LineCursor {
 public:
  /// `text` is valid UTF-8 and must outlive the cursor.
  explicit LineCursor(std::string_view text) : text_(text) {}
  template <std::same_as<std::string> Temporary>
  explicit LineCursor(Temporary&&) = delete;  // the text would not outlive this

  /// The place of byte `offset`; past the end of the text, the place of the end.
  LineColumn at(std::size_t offset);

 private:
  void retreat_to(std::size_t offset);
  void advance_to(std::size_t offset);

  std::string_view text_;
  std::size_t offset_ = 0;
  LineColumn place_;
};

}  // namespace hrefkit::text
