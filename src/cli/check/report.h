// The forms in which a check's findings are printed.
//
//   auto report = make_report(options, write);
//   report->begin();
//   report->give(finding);  // as often as there are some
//   report->end(summary);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/options/choice.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

/// A form of the whole output.
enum class ReportFormat : std::uint8_t {
  text,      ///< for people, with the source line
  json,      ///< one array of rows
  jsonl,     ///< a row a line
  csv,       ///< RFC 4180, with a header
  sarif,     ///< SARIF 2.1.0
  junit,     ///< JUnit XML
  github,    ///< GitHub workflow commands: annotations
  markdown,  ///< a summary for a pull request
  html,      ///< one page for people
};

template <>
std::span<Choice<ReportFormat> const> choices<ReportFormat>();

/// Takes a piece of the output; false when it cannot be written.
using WriteText = std::function<bool(std::string_view)>;

/// How a report is printed.
struct ReportOptions {
  ReportFormat format = ReportFormat::text;
  RowStyle style = {};       ///< display and colours; its format is that of rows
  std::string root = {};     ///< the folder as it was given
  std::string version = {};  ///< of hrefkit
};

/// Prints findings in one form. The functions return false when the output cannot be written.
class Report {
 public:
  virtual ~Report() = default;
  virtual bool begin() = 0;
  virtual bool give(site::Finding const& finding) = 0;
  virtual bool end(site::CheckSummary const& summary) = 0;
};

}  // namespace hrefkit::cli
