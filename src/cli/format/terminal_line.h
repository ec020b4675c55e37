// One row on a terminal, wrapped to its width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/format.h"

namespace hrefkit::cli {

/// Builds a row from pieces. What passes the width goes on in the next line, indented. Each code
/// point takes a column.
class TerminalLine {
 public:
  /// The row replaces `out`. Both must outlive this.
  TerminalLine(std::string& out, RowStyle const& style) : out_(out), style_(style) {}

  /// Begins a row whose further lines are indented by `indent` columns.
  void begin(std::size_t indent);

  /// Adds a text from input, in a colour (an escape code) or none.
  void add(std::string_view text, std::string_view color = {});

  /// Adds `sign` and a text that are to stand in one line: in the next one where this one has no
  /// room for them.
  void add_together(std::string_view sign, std::string_view text, std::string_view color);

  void end() { out_ += '\n'; }

 private:
  void add_printable(std::string_view text);
  void break_line();

  std::string& out_;
  RowStyle const& style_;
  std::size_t width_ = 0;
  std::size_t indent_ = 0;
  std::size_t column_ = 0;
};

}  // namespace hrefkit::cli
