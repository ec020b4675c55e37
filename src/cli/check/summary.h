// The last words of a check.
#pragma once

#include <cstddef>
#include <string>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

/// How many findings are new, and how many the baseline knows.
struct NewFindings {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
  std::size_t known = 0;
};

/// What was checked: "1 page, 20 links".
std::string pages_and_links(site::CheckSummary const& summary);

/// The same with what came of the links: every link is in one of the numbers.
std::string link_counts(site::CheckSummary const& summary);

/// How many findings there are: "2 errors, 1 warning, 3 in the baseline".
std::string finding_counts(NewFindings const& findings);

/// What the reader for whom that form is made will not show of so many findings; empty where it
/// shows all.
std::string left_out(ReportFormat format, NewFindings const& findings);

}  // namespace hrefkit::cli
