// Why many links lead to nothing: an option that would mend them all.
//
//   LostLinks lost;                 // filled by the scan pass
//   Causes causes(site, redirects, hash, facts, lost, summary);
//   finding.cause = causes.cause_of(finding);
//
// Generators write the path of the future address into links, hosts add extensions, folders have
// indexes of other names, and other programs serve some folders. Each of these makes hundreds of
// findings. An option is tried before it is named: the site is asked again as it would be with that
// option, once for each target, and each cause is judged with the options of the causes before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

struct CheckSummary;
struct SiteFacts;

/// The links of a site to itself that lead to nothing, each target once.
class LostLinks {
 public:
  struct Target {
    ReferenceForm form = ReferenceForm::from_page;
    std::string_view url;
    std::size_t links = 0;
  };

  /// Appends a link to the list of a page. A page with very many keeps the first ones.
  static void append(std::string& list, ReferenceForm form, std::string_view url);

  /// Adds the list of a page, and how many of its links from the root of the host are fine. Of very
  /// many targets the first ones are kept.
  void add(std::string_view list, std::size_t fine_from_root);

  std::size_t fine_from_root() const { return fine_from_root_; }

  /// The targets in the order of their first links.
  std::vector<Target> targets() const;

 private:
  struct Known {
    std::size_t number = 0;
    std::size_t links = 0;
  };

  std::unordered_map<std::string, Known, text::SeededHasher> known_;  // by form and URL
  std::size_t bytes_ = 0;
  std::size_t fine_from_root_ = 0;
};

/// The path with which most links from the root of the host begin, where what follows it is on the
/// site: "/docs/"; "/" where that is the root and the site is checked for another path. Empty for
/// none.
std::string find_path_before(Site const& site, LostLinks const& lost);

/// Finds causes, and which findings they have. For one thread.
class Causes {
 public:
  /// All but `lost` must outlive this. `summary` says for which address the site seems to be made.
  Causes(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
         SiteFacts const& facts, LostLinks const& lost, CheckSummary const& summary);
  ~Causes();
  Causes(Causes const&) = delete;
  Causes& operator=(Causes const&) = delete;

  std::vector<Cause> const& all() const { return causes_; }

  /// The number of the cause that the finding has: with its option the finding is gone.
  /// `Finding::no_cause` for none.
  std::uint32_t cause_of(Finding const& finding);

 private:
  struct Attempt;
  using Targets = std::vector<LostLinks::Target>;

  void find_address(Targets& left, CheckSummary const& summary);
  void find_extensions(Targets& left);
  void find_index(Targets& left);
  void find_folders(Targets const& left);
  std::unique_ptr<Attempt> attempt(std::string url, std::vector<std::string> index,
                                   std::vector<std::string> extensions) const;
  void accept(std::unique_ptr<Attempt> tried, Cause cause, Targets& left);
  bool mends(Attempt& tried, ReferenceForm form, std::string_view url, bool needs_content) const;
  std::string moved_url(Attempt const& tried, ReferenceForm form, std::string_view url) const;
  std::string missing_folder(std::string_view url) const;
  Site const& last_site() const;
  std::uint32_t find_cause(Finding const& finding);

  Site const& site_;
  SiteRedirects const& redirects_;
  AnchorHash const& hash_;
  SiteFacts const& facts_;
  std::vector<Cause> causes_;
  std::vector<std::unique_ptr<Attempt>> attempts_;  // of the first causes
  std::string options_;                             // of these, to be typed
  std::unordered_map<std::string, std::uint32_t, text::SeededHasher> folders_;  // of the others
  bool has_address_ = false;                                                    // the first cause
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

}  // namespace hrefkit::site
