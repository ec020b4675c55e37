// The forms of report that report_forms.cpp has in its table: each is a class in the source that is
// named after it. Only the table needs them; others call make_report.
#pragma once

#include <memory>
#include <string_view>

#include "hrefkit/cli/check/report.h"

namespace hrefkit::cli {

/// For `json`, `jsonl` and `csv`.
std::unique_ptr<Report> make_row_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_text_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_sarif_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_junit_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_github_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_gitlab_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_rdjson_report(ReportOptions const& options, WriteText write);
std::unique_ptr<Report> make_markdown_report(ReportOptions const& options, WriteText write);

/// What every report as JUnit XML begins with.
std::string_view junit_beginning();

}  // namespace hrefkit::cli
