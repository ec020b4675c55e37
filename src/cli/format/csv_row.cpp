#include "hrefkit/cli/format/csv_row.h"

#include <string>

#include "hrefkit/text/byte_set.h"

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

}  // namespace hrefkit::cli
