#include "hrefkit/cli/check/report.h"

#include <array>

namespace hrefkit::cli {

template <>
std::span<Choice<ReportFormat> const> choices<ReportFormat>() {
  static constexpr std::array<Choice<ReportFormat>, 9> table{{
      {ReportFormat::text, "text"},
      {ReportFormat::json, "json"},
      {ReportFormat::jsonl, "jsonl"},
      {ReportFormat::csv, "csv"},
      {ReportFormat::sarif, "sarif"},
      {ReportFormat::junit, "junit"},
      {ReportFormat::github, "github"},
      {ReportFormat::markdown, "markdown"},
      {ReportFormat::html, "html"},
  }};
  return table;
}

}  // namespace hrefkit::cli
