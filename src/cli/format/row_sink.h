// The one place where rows become a whole output: the header of CSV, the brackets of JSON.
//
//   RowSink sink(style, columns, [&](std::string_view text) { return output.write(text); });
//   sink.begin();
//   sink.give(rows);  // as often as there are some
//   sink.end();
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/format.h"

namespace hrefkit::cli {

/// Frames the rows of one output. JsonRow and CsvRow write the rows themselves.
class RowSink {
 public:
  /// Takes a piece of the output; false when it cannot be written.
  using Write = std::function<bool(std::string_view)>;

  /// `columns` are the names of CSV's columns; they must outlive the sink.
  RowSink(RowStyle style, std::span<std::string_view const> columns, Write write);

  /// Writes what stands before all rows. False, as with the others, when the output failed.
  bool begin();

  /// Writes whole rows. Each begins with `row_prefix`.
  bool give(std::string_view rows);

  /// Writes what stands after all rows.
  bool end();

 private:
  RowStyle style_;
  std::span<std::string_view const> columns_;
  Write write_;
  std::string printable_;  // JSON for a terminal
  bool any_rows_ = false;
};

}  // namespace hrefkit::cli
