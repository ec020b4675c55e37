// Formats the changes of a page as rows of text, JSON or CSV.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

/// The columns of CSV.
inline constexpr std::array<std::string_view, 15> edit_columns{
    "file", "line", "column", "offset", "length", "element", "attribute", "index",
    "kind", "raw",  "value",  "before", "after",  "reason",  "context"};

/// Writes the changes of one page after another.
class EditRows {
 public:
  explicit EditRows(RowStyle style) : style_(style) {}

  /// Begins a page; `source` and `out` must outlive its rows. `name` is shown, and rows are
  /// appended to `out`.
  void begin(std::string_view name, html::SourceText const& source, RowBuffer& out);

  /// The same for a page without a file name. Only for JSON.
  void begin_document(html::SourceText const& source, RowBuffer& out);

  void write(html::RewriteEdit const& edit);

 private:
  template <typename RowType>
  void write_fields(html::RewriteEdit const& edit, text::LineColumn place);
  void write_text(html::RewriteEdit const& edit, text::LineColumn place);

  RowStyle style_;
  std::string file_;
  RowBuffer file_fields_;
  html::SourceText const* source_ = nullptr;
  RowBuffer* out_ = nullptr;
  std::optional<text::LineCursor> cursor_;
};

}  // namespace hrefkit::cli
