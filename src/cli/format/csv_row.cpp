#include "hrefkit/cli/format/csv_row.h"

namespace hrefkit::cli {

void CsvRow::append_field(std::string_view value) {
  std::string printable;
  if (display_ == Display::terminal) {
    append_printable(printable, value, display_);
    value = printable;
  }
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
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
