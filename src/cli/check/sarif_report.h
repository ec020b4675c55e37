// Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
// show beside the source.
#pragma once

#include <map>
#include <string>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_path.h"

namespace hrefkit::cli {

class SarifReport : public Report {
 public:
  SarifReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  bool begin() override;
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool write(std::string_view json);
  std::string fingerprint(site::Finding const& finding);

  ReportOptions options_;
  WriteText write_;
  std::string shown_;
  ReportPaths paths_;
  bool any_ = false;
  std::string file_;                         // of the finding before
  std::map<std::string, std::size_t> seen_;  // of that file: rule and raw value
};

}  // namespace hrefkit::cli
