// Findings as GitHub workflow commands: each becomes an annotation of the file.
#pragma once

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_path.h"

namespace hrefkit::cli {

class GithubReport : public Report {
 public:
  GithubReport(ReportOptions const& options, WriteText write)
      : display_(options.style.display), write_(std::move(write)) {}
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return true; }

 private:
  Display display_;
  WriteText write_;
  ReportPaths paths_;
};

}  // namespace hrefkit::cli
