// Reports as text, rows, SARIF, JUnit, GitHub annotations and Markdown, behind one function. A new
// form is a value of ReportFormat, a source with a class (report_kinds.h), and a row in
// report_forms.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

/// All forms by their names, for --format.
text::EnumNames<ReportFormat> report_format_names();

/// The form that a file's extension stands for: ".json", ".xml" for JUnit; text for others.
ReportFormat report_format_of(std::string_view file);

/// The contents of a report in that form, for the filter of CI commands (log_commands.h).
Contents contents_of(ReportFormat format);

/// True for a form that --max-findings cuts: those for people.
bool is_cut(ReportFormat format);

/// True for a form that shows what repairs a finding.
bool shows_fixes(ReportFormat format);

/// What every report of that form begins with, and no other file does. Empty where a report is no
/// page that a check would read.
std::string_view beginning_of(ReportFormat format);

/// The report of that form. `write` is kept.
std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write);

}  // namespace hrefkit::cli
