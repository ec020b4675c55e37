#include "hrefkit/cli/check/row_report.h"

#include <array>

#include "hrefkit/cli/format/csv_row.h"
#include "hrefkit/cli/format/file_fields.h"
#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

constexpr std::array<std::string_view, 18> columns{
    "rule",   "severity",   "file",      "line",       "column",  "offset",
    "length", "element",    "attribute", "index",      "raw",     "url",
    "base",   "baseSource", "target",    "suggestion", "message", "context"};

/// `write_file` writes the file's name, which takes two fields where it is not UTF-8.
template <typename Row, typename WriteFile>
void write_fields(Row& row, site::Finding const& finding, WriteFile const& write_file) {
  row.begin();
  row.name("rule"_key, name(finding.rule));
  row.name("severity"_key, name(finding.severity));
  write_file();
  row.number("line"_key, finding.line);
  row.number("column"_key, finding.column);
  row.number("offset"_key, finding.offset);
  row.number("length"_key, finding.length);
  row.text("element"_key, finding.element);
  row.text("attribute"_key, finding.attribute);
  row.number("index"_key, finding.index);
  row.text("raw"_key, finding.raw);
  row.text_or_null("url"_key, finding.url);
  row.text("base"_key, finding.base);
  row.name("baseSource"_key, finding.base_source);
  row.text_or_null("target"_key, finding.target);
  row.text_or_null("suggestion"_key, finding.suggestion);
  row.text("message"_key, finding.message);
  row.optional_name("context"_key, finding.context);
  row.end();
}

void write_json(RowBuffer& out, RowStyle const& style, site::Finding const& finding) {
  JsonRow row(out, style);
  write_fields(row, finding, [&] { append_file_fields(out, finding.file, style); });
}

RowStyle row_style(ReportOptions const& options) {
  RowStyle style = options.style;
  style.format = options.format == ReportFormat::json  ? Format::json
                 : options.format == ReportFormat::csv ? Format::csv
                                                       : Format::jsonl;
  return style;
}

}  // namespace

RowReport::RowReport(ReportOptions const& options, WriteText write)
    : style_(row_style(options)), sink_(style_, columns, std::move(write)) {}

bool RowReport::give(site::Finding const& finding) {
  row_.clear();
  if (style_.format == Format::csv) {
    CsvRow row(row_, style_);
    write_fields(row, finding, [&] { row.field(text::to_valid_utf8(finding.file)); });
  } else {
    write_json(row_, style_, finding);
  }
  return sink_.give(row_.view());
}

}  // namespace hrefkit::cli
