// Line and column of byte offsets, for messages that people and editors read.
#pragma once

#include <algorithm>
#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/source_map.h"  // IWYU pragma: export
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

/// A place in a text; both count from 1.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in code points
};

/// Computes the line and column of offsets in one text. It remembers the last answer, so offsets in
/// rising order cost one pass over the text in all; falling offsets cost the way back. Lines end at
/// LF, CR LF or a lone CR, as in HTML's newline normalisation.
class LineCursor {
 public:
  /// `text` is valid UTF-8 and must outlive the cursor.
  explicit LineCursor(std::string_view text) : text_(text) {}
  template <std::same_as<std::string> Temporary>
  explicit LineCursor(Temporary&&) = delete;  // the text would not outlive this

  /// The place of byte `offset`; past the end of the text, the place of the end.
  LineColumn at(std::size_t offset);

  /// The column of the last answer in bytes, from 1.
  std::size_t byte_column() const { return offset_ - line_begin_ + 1; }

 private:
  void retreat_to(std::size_t offset);
  void advance_to(std::size_t offset);

  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_begin_ = 0;  // of the line of `offset_`
  LineColumn place_;
};

// The lines of a list that people write: one entry a line, with comments.

/// Calls `read` with each line of `list`, without the white space around it, until `read` returns
/// an error for a line. That error is returned behind the number of the line: "line 3: ...". Empty
/// lines, lines that begin with "#", and a UTF-8 byte order mark are not entries.
template <typename Read>
tl::expected<void, std::string> for_each_list_line(std::string_view list, Read read) {
  if (list.starts_with(utf8_byte_order_mark)) list.remove_prefix(utf8_byte_order_mark.size());
  for (std::size_t number = 1; !list.empty(); ++number) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const std::string_view line = strip_ascii_whitespace(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (const tl::expected<void, std::string> result = read(line); !result) {
      return tl::make_unexpected("line " + std::to_string(number) + ": " + result.error());
    }
  }
  return {};
}

}  // namespace hrefkit::text
