#include "hrefkit/cli/format/row_sink.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// RFC 4180 section 2.
constexpr text::ByteSet needs_no_quotes = ~text::ByteSet(",\"\r\n");

/// True for a text that Excel, LibreOffice or Google Sheets reads as a formula.
bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

void CsvRow::append_field(std::string_view value) {
  std::string guarded;
  if (guard_ && is_formula(value)) {
    guarded.append("'").append(value);
    value = guarded;
  }
  std::string printable;
  if (display_ == Display::terminal) {
    append_printable(printable, value, display_);
    value = printable;
  }
  if (text::is_made_of(value, needs_no_quotes)) {
    out_.append(value);
    return;
  }
  out_.literal("\"");
  for (std::size_t quote = value.find('"'); quote != std::string_view::npos;
       quote = value.find('"')) {
    out_.append(value.substr(0, quote + 1));
    out_.literal("\"");
    value.remove_prefix(quote + 1);
  }
  out_.append(value);
  out_.literal("\"");
}

void write_file_fields(JsonRow& row, std::string_view name) {
  const std::string valid = text::to_valid_utf8(name);
  row.text("file"_key, valid);
  if (valid != name) row.text("fileBytes"_key, url::percent_encode_path(name));
}

void append_file_fields(RowBuffer& out, std::string_view name, RowStyle const& style) {
  JsonRow row(out, style);
  write_file_fields(row, name);
}

namespace {

constexpr std::size_t min_text = 20;  // columns behind the indentation, even on a narrow terminal
using namespace sgr;

}  // namespace

void TerminalLine::begin(std::size_t indent) {
  out_.clear();
  indent_ = indent;
  width_ = std::max(style_.width, indent + min_text);
  column_ = 0;
}

void TerminalLine::break_line() {
  out_ += '\n';
  out_.append(indent_, ' ');
  column_ = indent_;
}

void TerminalLine::add_printable(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text::is_continuation_byte(text[i])) {
      if (column_ == width_) break_line();
      ++column_;
    }
    out_ += text[i];
  }
}

void TerminalLine::add(std::string_view text, std::string_view color) {
  std::string printable;
  append_printable(printable, text, Display::terminal);
  if (style_.color) out_ += color;
  add_printable(printable);
  if (style_.color && !color.empty()) out_ += plain;
}

void TerminalLine::add_together(std::string_view sign, std::string_view text,
                                std::string_view color) {
  std::string printable;
  append_printable(printable, text, Display::terminal);
  if (column_ + text::count_code_points(sign) + text::count_code_points(printable) > width_ &&
      column_ > indent_) {
    break_line();
    sign.remove_prefix(std::min(sign.find_first_not_of(' '), sign.size()));
  }
  add_printable(sign);
  if (style_.color) out_ += color;
  add_printable(printable);
  if (style_.color && !color.empty()) out_ += plain;
}

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

bool RowSink::emit(std::string_view rows) {
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
