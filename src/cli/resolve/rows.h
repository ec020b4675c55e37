// Links as lines of text, JSON or CSV.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/html/link.h"
#include "hrefkit/text/hash128.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

enum class Format : std::uint8_t { text, json, jsonl, csv };

/// The format of that name.
std::optional<Format> format_from_name(std::string_view name);

/// What is printed, and how.
struct RowOptions {
  Format format = Format::text;
  Display display = Display::stream;
  bool color = false;
  std::vector<html::LinkKind> kinds;  ///< only these; empty: all
  std::vector<std::string> elements;  ///< only these; empty: all
};

/// What stands before the first row, between two rows, and after the last.
std::string_view rows_begin(Format format);
std::string_view rows_between(Format format);
std::string_view rows_end(Format format, bool any_rows);

/// Where one row ends in the output, and the hash of its URL, if it has one.
struct RowMark {
  std::size_t row_end;
  std::optional<text::Hash128> url;
};

/// The rows of one file.
struct FileRows {
  RowBuffer rows;              ///< in JSON each row begins with `rows_between`
  std::vector<RowMark> marks;  ///< one a row, only when asked for
  std::size_t count = 0;
  std::size_t unresolvable = 0;

  void clear();

  /// The memory that the rows take.
  std::size_t bytes() const { return rows.size() + marks.size() * sizeof(RowMark); }
};

/// Turns the blocks of one file after another into rows.
class RowWriter {
 public:
  /// `options` must outlive this. With `mark_rows`, `marks` are kept, too.
  RowWriter(RowOptions const& options, bool mark_rows) : options_(options), mark_rows_(mark_rows) {}

  /// Begins a file; `name` is the one shown. The rows go to `result`, which must outlive them.
  void begin(std::string_view name, FileRows& result);

  void write(html::LinkBlock const& block);

 private:
  struct Row;
  bool is_wanted(html::Link const& link) const;
  void write_row(Row const& row);
  void write_text(Row const& row);
  void write_json(Row const& row);
  void write_csv(Row const& row);
  std::string_view json_names_of(html::Link const& link);

  RowOptions const& options_;
  std::string file_;  // in the form that the format wants
  bool mark_rows_;
  FileRows* result_ = nullptr;
  std::optional<text::LineCursor> cursor_;
  std::string url_;        // of the row being written
  std::string line_;       // the row being written, in text and CSV
  std::string base_json_;  // of the base last printed
  html::LinkBase const* base_ = nullptr;

  /// The element's and attribute's names as JSON, kept for the pairs that come again and again in a
  /// block. The names of one pair mostly are the very same strings, so that their addresses, which
  /// are theirs as long as the block lives, tell them.
  struct JsonNames {
    std::string_view element;
    std::string_view attribute;
    html::Namespace ns = html::Namespace::none;
    std::string json;
  };
  std::array<JsonNames, 32> json_names_;
};

}  // namespace hrefkit::cli
