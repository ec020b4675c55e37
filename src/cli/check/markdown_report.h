// A summary in Markdown, for a pull request or a job's page: a table of the rules, and the first
// findings.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_path.h"

namespace hrefkit::cli {

class MarkdownReport : public Report {
 public:
  /// So many findings are listed at most, in so many bytes: a comment on GitHub may have 65,536
  /// characters.
  static constexpr std::size_t most_listed = 100;
  static constexpr std::size_t most_bytes = 60'000;

  MarkdownReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  ReportOptions options_;
  WriteText write_;
  ReportPaths paths_;
  std::array<std::size_t, site::rule_count> counts_ = {};
  std::size_t all_ = 0;
  std::size_t listed_ = 0;
  std::string list_;
};

}  // namespace hrefkit::cli
