// The report pass: reads the pages with findings again and emits their rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/site/check/check_state.h"

namespace hrefkit::site {

/// Makes the rows of pages in several threads, and emits them in the order of the pages.
class ReportPass {
 public:
  explicit ReportPass(CheckState& check);

  void run();

 private:
  struct Job;

  PageReporter& reporter(ScannerPool::Lease& worker);
  bool next_job(Job& job, std::uint32_t& next) const;
  void report(Job& job, ScannerPool::Lease& worker);
  bool emit(Job& job);
  bool emit_long(Job& job);
  bool emit_redirects(std::string const& before);

  CheckState& check_;
  std::vector<SiteRedirects::File const*> redirects_left_;  // sorted by name, the next one last
  ScannerPool::Lease long_reporter_;
};

}  // namespace hrefkit::site
