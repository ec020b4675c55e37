// Findings as rows: JSON, JSON Lines, CSV. Each finding is a row at once; nothing is kept.
//
//   {"rule":"missing-file","severity":"error","file":"a.html","line":1,"column":10,...}

#include "hrefkit/cli/check/report_kinds.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/format/source_fields.h"
#include "hrefkit/site/check.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

class RowReport : public Report {
 public:
  RowReport(ReportOptions const& options, WriteText write);
  bool begin() override { return sink_.begin(); }
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return sink_.end(); }

 private:
  RowStyle style_;
  bool has_answers_;
  bool has_sources_;
  bool has_texts_;
  std::vector<std::string_view> columns_;
  RowSink sink_;
  RowBuffer row_;
};

constexpr std::array<std::string_view, 18> all_columns{
    "rule",   "severity",   "file",      "line",       "column",  "offset",
    "length", "element",    "attribute", "index",      "raw",     "url",
    "base",   "baseSource", "target",    "suggestion", "message", "context"};

/// Only where the network is asked.
constexpr std::array<std::string_view, 3> columns_of_network{"status", "reason", "final"};

std::vector<std::string_view> columns(ReportOptions const& options) {
  std::vector<std::string_view> columns(all_columns.begin(), all_columns.end());
  const auto add = [&columns](auto const& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  if (options.has_answers) add(columns_of_network);
  if (options.has_sources) add(source_columns);
  if (options.has_texts) columns.push_back("text");
  return columns;
}

/// What repairs the finding: bytes of the page's file, and what is to stand there.
void write_fix(JsonRow& row, site::Finding const& finding) {
  site::FindingFix const& fix = finding.fix;
  if (!fix.is_there()) return;
  row.nested("fix"_key, [&fix](JsonWriter& json) {
    json.begin_object();
    json.member("offset", fix.offset);
    json.member("length", fix.length);
    json.member("value", fix.value);
    json.end_object();
  });
}

/// A cell holds no such thing.
void write_fix(CsvRow&, site::Finding const&) {}

/// What a server answered. In CSV the columns are there in each row, or in none.
void write_answer(JsonRow& row, site::Finding const& finding, bool) {
  if (!finding.has_answer) return;
  if (finding.status != 0) {
    row.number("status"_key, finding.status);
  } else {
    row.text_or_null("status"_key, std::nullopt);
  }
  const bool has_reason = !finding.reason.empty();
  row.text_or_null("reason"_key, has_reason ? std::optional(finding.reason) : std::nullopt);
  row.json_text("final"_key, finding.final_url);
}

void write_answer(CsvRow& row, site::Finding const& finding, bool has_answers) {
  if (!has_answers) return;
  row.field(finding.status == 0 ? "" : std::to_string(finding.status));
  row.field(finding.reason);
  row.field(finding.final_url.value_or(""));
}

/// `write_file` writes the file's name, which takes two fields where it is not UTF-8.
template <typename Row, typename WriteFile>
void write_fields(Row& row, site::Finding const& finding, WriteFile const& write_file,
                  bool has_answers, bool has_sources, bool has_texts) {
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
  write_answer(row, finding, has_answers);
  if (has_sources) write_source(row, finding.source);
  if (has_texts) row.optional_text("text"_key, finding.text);
  write_fix(row, finding);
  row.end();
}

void write_json(RowBuffer& out, RowStyle const& style, site::Finding const& finding) {
  JsonRow row(out, style);
  write_fields(
      row, finding, [&] { write_file_fields(row, finding.file); }, true, true, true);
}

RowStyle row_style(ReportOptions const& options) {
  RowStyle style = options.style;
  style.format = options.format == ReportFormat::json  ? Format::json
                 : options.format == ReportFormat::csv ? Format::csv
                                                       : Format::jsonl;
  return style;
}

RowReport::RowReport(ReportOptions const& options, WriteText write)
    : style_(row_style(options)),
      has_answers_(options.has_answers),
      has_sources_(options.has_sources),
      has_texts_(options.has_texts),
      columns_(columns(options)),
      sink_(style_, columns_, std::move(write)) {}

bool RowReport::emit(site::Finding const& finding) {
  row_.clear();
  if (style_.format == Format::csv) {
    CsvRow row(row_, style_);
    write_fields(
        row, finding, [&] { row.field(text::to_valid_utf8(finding.file)); }, has_answers_,
        has_sources_, has_texts_);
  } else {
    write_json(row_, style_, finding);
  }
  return sink_.emit(row_.view());
}

}  // namespace

std::unique_ptr<Report> make_row_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<RowReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
