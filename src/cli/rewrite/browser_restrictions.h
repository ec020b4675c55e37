// What browsers will refuse to load from the new pages, though each link leads where it should: a
// style sheet whose bytes were changed while pages name a hash of the old ones, and what a page
// may load from a server only where the pages are to be opened from files.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/cli/io/warning_groups.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

/// Of one page. For one thread at a time.
struct PageRefusals {
  using Addresses = std::unordered_set<text::Hash128, text::Hash128Hasher>;

  std::string changed_sheet;  ///< the address, where it is a style sheet that was changed
  Addresses hashed;           ///< of files of which the page names a hash; as hashes themselves
  /// Links that have something in common: the first one, and how many there are.
  struct Links {
    std::string first;
    std::size_t count = 0;

    /// True where the first one is still to be named. Counts the link.
    bool add() { return count++ == 0; }
  };
  Links refused;         ///< browsers follow them for pages of servers only; says why
  Links outside;         ///< lead out of the folder of the site, though to its host
  Links not_kept;        ///< lead to what a mirror does not keep, though it keeps the host
  Links without_scheme;  ///< lead to another site, and have no scheme: "//h.example/"
  Links kept_under_old;  ///< are kept, though their targets lie under what is moved
  Links blocked;         ///< a policy of the page does not let the new URLs load, but the old ones
  Links unjudged;        ///< are not compared with the policies, which takes too much time
  Links from_disk_root;  ///< begin at the root, which is that of the disk
  std::vector<std::string> policies;  ///< of the page
  std::string address;                ///< of the page before the change
  std::size_t policy_work = 0;        ///< bytes of policies and URLs that may still be compared

  /// Sets the policies of the page at `page_address`, whose text is `text`.
  void find_policies(std::string_view text, std::string page_address);

  void clear();
};

/// Of a run. It stays where it was made.
class BrowserRestrictions {
 public:
  /// `opens_from_files` tells that the pages are to be opened from files, and `site` the address of
  /// their folder, ending in `/`; empty where that is not known. `mirror` is the one that links
  /// lead to, or null. `site` and `mirror` must outlive this.
  BrowserRestrictions(bool opens_from_files, std::string_view site,
                      site::LocalTargets const* mirror)
      : opens_from_files_(opens_from_files), site_(site), mirror_(mirror) {}

  /// Notes what there is to say about a link to `page`. For several threads.
  void look_at(html::LinkTarget const& target, site::LinkPolicy policy, PageRefusals& page) const;

  /// Takes what was noted of the next page, at `path`.
  void add(std::string const& path, PageRefusals const& page, WarningGroups& warnings);

  /// Adds what is known after the last page.
  void finish(WarningGroups& warnings) const;

 private:
  void look_at_policies(html::LinkTarget const& target, PageRefusals& page) const;
  void look_from_file(html::LinkTarget const& target, PageRefusals& page) const;

  bool opens_from_files_;
  std::string_view site_;
  site::LocalTargets const* mirror_;
  std::unordered_map<text::Hash128, std::vector<std::string>, text::Hash128Hasher>
      hashed_;                     // pages, by a file's address
  std::set<std::string> changed_;  // addresses of style sheets
};

}  // namespace hrefkit::cli
