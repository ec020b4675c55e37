#include "hrefkit/cli/check/report_forms.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "hrefkit/cli/check/html_report.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_kinds.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

std::unique_ptr<Report> make_html_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<HtmlReport>(options, std::move(write));
}

/// A form of report.
struct FormRow {
  ReportFormat value;
  std::string_view name;
  std::unique_ptr<Report> (*make)(ReportOptions const& options, WriteText write);
  bool is_cut = false;                                                  ///< by --max-findings
  bool shows_fixes = false;                                             ///< what repairs a finding
  std::string_view (*beginning)() = [] { return std::string_view(); };  ///< see beginning_of
};

constexpr text::EnumTable<ReportFormat::html, FormRow> forms({
    {ReportFormat::text, "text", make_text_report, true},
    {ReportFormat::json, "json", make_row_report, false, true},
    {ReportFormat::jsonl, "jsonl", make_row_report, false, true},
    {ReportFormat::csv, "csv", make_row_report},
    {ReportFormat::sarif, "sarif", make_sarif_report, false, true},
    {ReportFormat::junit, "junit", make_junit_report, false, false, junit_beginning},
    {ReportFormat::github, "github", make_github_report, true, true},
    {ReportFormat::gitlab, "gitlab", make_gitlab_report},
    {ReportFormat::rdjson, "rdjson", make_rdjson_report, false, true},
    {ReportFormat::markdown, "markdown", make_markdown_report, true},
    {ReportFormat::html, "html", make_html_report, true, false, HtmlReport::beginning},
});

}  // namespace

text::EnumNames<ReportFormat> report_format_names() {
  static constexpr auto names = named_values(forms);
  return names;
}

ReportFormat report_format_of(std::string_view file) {
  return text::value_of(report_format_names(), format_name_of(file)).value_or(ReportFormat::text);
}

Contents contents_of(ReportFormat format) {
  switch (format) {
    case ReportFormat::json:
    case ReportFormat::jsonl:
    case ReportFormat::sarif:
    case ReportFormat::gitlab:
    case ReportFormat::rdjson:
      return Contents::json;
    case ReportFormat::github:
      return Contents::annotations;
    case ReportFormat::text:
    case ReportFormat::csv:
    case ReportFormat::junit:
    case ReportFormat::markdown:
    case ReportFormat::html:
      break;
  }
  return Contents::text;
}

bool is_cut(ReportFormat format) {
  return forms[format].is_cut;
}

bool shows_fixes(ReportFormat format) {
  return forms[format].shows_fixes;
}

std::string_view beginning_of(ReportFormat format) {
  return forms[format].beginning();
}

std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write) {
  return forms[options.format].make(options, std::move(write));
}

}  // namespace hrefkit::cli
