// `hrefkit check --fix`: repairs the findings that have one safe answer, and shows or writes them.
//
//   hrefkit check --fix public                     prints the changes as a unified diff
//   hrefkit check --fix=case-mismatch --in-place public
//   hrefkit check --fix -o repaired public         writes the whole site to another folder
//
// The report of the run is that of the site as it then is: what is left for people.
#pragma once

#include <functional>
#include <string>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/fix/site_fixes.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// Throws UsageError for options that do not go with --fix, or need it.
void check_fix_options(CheckCommand const& command);

/// Turns on the rules that --fix names.
void use_fix_rules(CheckCommand const& command, site::CheckOptions& options);

/// One run with --fix.
class FixRun {
 public:
  /// Finds the repairs. `is_known` is true for findings of a baseline, which stay as they are. All
  /// must outlive this.
  FixRun(CheckCommand const& command, Environment const& environment, site::Site const& site,
         site::CheckOptions const& options, Messages& messages,
         std::function<bool(site::Finding const&)> is_known);

  /// The site as it is with the repairs.
  site::Site const& repaired() const { return repaired_; }

  /// Prints or writes the repairs; false where something was not written, which is reported.
  bool write();

  /// Reports what was repaired, and what is left.
  void say_summary(NewFindings const& left);

 private:
  void print_diff();
  void append_diff_of(std::string& out, site::EntryId entry, site::FileEdits const& edits) const;
  void append_diff_of(std::string& out, std::string const& source,
                      site::FileEdits const& edits) const;
  bool write_files();
  void say_left();

  CheckCommand const& command_;
  Environment const& environment_;
  site::Site const& site_;
  Messages& messages_;
  site::SiteFixes fixes_;
  site::Site repaired_;
  bool failed_ = false;
};

}  // namespace hrefkit::cli
