// The repairs of a site: which findings have one safe answer (fix_target.h), and whether the site
// is better with it.
//
//   const SiteFixes fixes = SiteFixes::find(site, check_options, {});
//   check(fixes.repaired(), check_options, sink);        // what is left
//   write_fixes(fixes, {.backup = ".bak"}, report);      // fix_writer.h
//
// Nothing is written before it is proved. The repairs are made in memory, as replacements of bytes,
// and the site is checked again as it would then be. A repair that leaves a finding of its rule in
// its place, or makes a new one anywhere, is taken back, and the rest is checked again, until
// nothing new is found.
//
// Memory: the replacements, and 16 bytes for each finding.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/fix/file_edits.h"  // IWYU pragma: export
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// True for the rules whose findings may have a repair.
bool has_fixes(Rule rule);

/// What is repaired.
struct FixOptions {
  std::vector<Rule> rules = {};  ///< the findings of these; empty: of all that may have a repair
  /// Pages that a program made are repaired, too: the next run of the program will undo it.
  bool in_generated = true;
  /// Decides which findings are to be repaired, and count; empty: all.
  std::function<bool(Finding const&)> is_wanted = {};
};

/// A repair that was found, and is not made.
struct LeftFix {
  std::string file = {};
  std::size_t line = 1;
  std::size_t column = 1;
  std::string why = {};  ///< a sentence without its full stop
};

class SiteFixes {
 public:
  /// Checks the site and finds its repairs. `progress`, which may be empty, is called for each page
  /// of each check. `site` must outlive the result.
  static SiteFixes find(Site const& site, CheckOptions const& options, FixOptions const& fix,
                        std::function<void()> const& progress = {});

  Site const& site() const { return *site_; }

  /// The site with the repairs.
  Site repaired() const { return with_edits(*site_, edits_); }

  /// The replacements in the pages.
  SiteEdits const& edits() const { return *edits_; }

  /// With CheckOptions::sources the replacements in the sources, by path, from which the next build
  /// makes those in the pages.
  std::map<std::string, FileEdits> const& source_edits() const { return source_edits_; }
  bool is_in_sources() const { return is_in_sources_; }

  /// Repairs of pages whose place in the sources is not sure: they are not made.
  std::size_t without_source() const { return without_source_; }

  /// How many findings of a severity there were before.
  std::size_t found(Severity severity) const { return found_[static_cast<std::size_t>(severity)]; }

  /// Repairs that are not made, in the order of the findings: those that were taken back.
  std::vector<LeftFix> const& taken_back() const { return taken_back_; }

  /// Pages of `edits` that a program made; or, without FixOptions::in_generated, pages that are
  /// left for it.
  std::vector<std::string> const& generated() const { return generated_; }

  /// The check was interrupted: there are no repairs.
  bool is_stopped() const { return is_stopped_; }

  /// Leaves out the repairs of a page.
  void drop(EntryId entry);

 private:
  class Search;

  Site const* site_ = nullptr;
  std::shared_ptr<SiteEdits> edits_ = std::make_shared<SiteEdits>();
  std::array<std::size_t, 4> found_ = {};
  std::vector<LeftFix> taken_back_;
  std::vector<std::string> generated_;
  std::map<std::string, FileEdits> source_edits_;
  std::size_t without_source_ = 0;
  bool is_in_sources_ = false;
  bool is_stopped_ = false;
};

/// True for a folder with a name that generators give to what they build: "docs/_build/html".
bool is_build_folder(std::string_view path);

}  // namespace hrefkit::site
