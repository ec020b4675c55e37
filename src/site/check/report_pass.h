// The report pass: reads the pages with findings again and emits their rows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hrefkit/site/check/check_state.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/fix/fix_target.h"
#include "hrefkit/site/fix/page_fixer.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Makes the rows of pages in several threads, and emits them in the order of the pages.
class ReportPass {
 public:
  explicit ReportPass(CheckState& check);
  ~ReportPass();
  ReportPass(ReportPass const&) = delete;

  void run();

 private:
  struct Job;
  struct Worker;

  PageReporter& reporter(ScannerPool::Lease& worker);
  FixFinder& fix_finder(Worker& worker);
  bool next_job(Job& job, std::uint32_t& next) const;
  void report(Job& job, ScannerPool::Lease& worker);
  void find_fixes(Job& job, Worker& worker);
  bool emit(Job& job);
  bool emit_long(Job& job);
  bool emit_redirects(std::string const& before);
  bool emit_orphan_files(std::uint32_t before);

  /// A file to which nothing leads, and the first page behind it.
  struct OrphanFile {
    EntryId file = no_entry;
    std::uint32_t next_page = 0;
  };

  std::vector<OrphanFile> find_orphan_files() const;
  void leave_out_named_files();
  bool is_orphan_file(EntryId file, std::uint32_t page) const;
  bool may_be_computed(EntryId file) const;

  CheckState& check_;
  std::vector<OrphanFile> orphans_left_;                    // the next one last
  std::vector<SiteRedirects::File const*> redirects_left_;  // sorted by name, the next one last
  ScannerPool::Lease long_reporter_;
  std::unique_ptr<Worker> long_worker_;
  IdForms ids_;
};

}  // namespace hrefkit::site
