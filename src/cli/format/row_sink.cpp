#include "hrefkit/cli/format/row_sink.h"

#include <utility>

#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

RowSink::RowSink(RowStyle style, std::span<std::string_view const> columns, Write write)
    : style_(style), columns_(columns), write_(std::move(write)) {}

bool RowSink::begin() {
  if (style_.format == Format::json) return write_("[");
  if (style_.format != Format::csv) return true;
  std::string header(style_.csv_bom ? text::utf8_byte_order_mark : "");
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i != 0) header += ',';
    header += columns_[i];
  }
  header += '\n';
  return write_(header);
}

bool RowSink::give(std::string_view rows) {
  if (rows.empty()) return true;
  if (!any_rows_) rows.remove_prefix(row_prefix(style_.format).size());
  any_rows_ = true;
  if (!is_json(style_.format)) return write_(rows);
  return write_(shown_json(rows, style_.display, printable_));
}

bool RowSink::end() {
  if (style_.format != Format::json) return true;
  return write_(any_rows_ ? "\n]\n" : "]\n");
}

}  // namespace hrefkit::cli
