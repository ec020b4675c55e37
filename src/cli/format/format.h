// The forms in which rows are printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

/// A form of rows that every command has.
enum class Format : std::uint8_t {
  text,   ///< a line, or some lines, for people
  json,   ///< one array of objects
  jsonl,  ///< one object a line
  csv,    ///< RFC 4180, with a header
};

constexpr bool is_json(Format format) {
  return format == Format::json || format == Format::jsonl;
}

/// How rows are printed.
struct RowStyle {
  Format format = Format::text;
  Display display = Display::stream;
  bool color = false;      ///< text only
  std::size_t width = 80;  ///< columns of the terminal
  bool csv_guard = false;  ///< put ' before a text that a spreadsheet would take for a formula
  bool csv_bom = false;    ///< begin with a byte order mark
};

/// What stands before each row of a format. The sink drops it before the very first row.
constexpr std::string_view row_prefix(Format format) {
  return format == Format::json ? ",\n" : "";
}

/// What stands after each row of a format.
constexpr std::string_view row_suffix(Format format) {
  return format == Format::json ? "" : "\n";
}

}  // namespace hrefkit::cli
