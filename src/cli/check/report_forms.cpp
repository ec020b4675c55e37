#include "hrefkit/cli/check/report_forms.h"

#include "hrefkit/cli/check/github_report.h"
#include "hrefkit/cli/check/html_report.h"
#include "hrefkit/cli/check/junit_report.h"
#include "hrefkit/cli/check/markdown_report.h"
#include "hrefkit/cli/check/row_report.h"
#include "hrefkit/cli/check/sarif_report.h"
#include "hrefkit/cli/check/text_report.h"

namespace hrefkit::cli {

std::string_view beginning_of(ReportFormat format) {
  if (format == ReportFormat::html) return HtmlReport::beginning();
  if (format == ReportFormat::junit) return JunitReport::beginning();
  return {};
}

std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write) {
  switch (options.format) {
    case ReportFormat::text:
      return std::make_unique<TextReport>(options, std::move(write));
    case ReportFormat::sarif:
      return std::make_unique<SarifReport>(options, std::move(write));
    case ReportFormat::junit:
      return std::make_unique<JunitReport>(options, std::move(write));
    case ReportFormat::github:
      return std::make_unique<GithubReport>(options, std::move(write));
    case ReportFormat::markdown:
      return std::make_unique<MarkdownReport>(options, std::move(write));
    case ReportFormat::html:
      return std::make_unique<HtmlReport>(options, std::move(write));
    case ReportFormat::json:
    case ReportFormat::jsonl:
    case ReportFormat::csv:
      break;
  }
  return std::make_unique<RowReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
