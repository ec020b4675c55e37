// Findings as JUnit XML, which build servers show: a test suite a page, a failure a finding. A page
// with very many bytes of findings has several suites.
#pragma once

#include <string>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_path.h"

namespace hrefkit::cli {

class JunitReport : public Report {
 public:
  JunitReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  /// What every such report begins with.
  static std::string_view beginning();
  bool begin() override;
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool close_suite();

  ReportOptions options_;
  WriteText write_;
  ReportPaths paths_;
  std::string file_;   // whose suite is open
  std::string cases_;  // of the open suite
  std::size_t count_ = 0;
  std::size_t failures_ = 0;
};

/// Appends `text` as XML text or attribute value. Characters that XML does not allow become U+FFFD.
void append_xml(std::string& out, std::string_view text);

}  // namespace hrefkit::cli
