// Reports as text, rows, SARIF, JUnit, GitHub annotations and Markdown, behind one function. A new
// form is a value of ReportFormat, and a class and a row in report_forms.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "hrefkit/cli/check/report.h"

namespace hrefkit::cli {

/// "json", for --format.
std::string_view name(ReportFormat format);

/// What every report of that form begins with, and no other file does. Empty where a report is no
/// page that a check would read.
std::string_view beginning_of(ReportFormat format);

/// The report of that form. `write` is kept.
std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write);

}  // namespace hrefkit::cli
