// Warns of what browsers will refuse to load from the new pages, although each link leads where it
// should: style sheets that were changed while pages have a hash of the old bytes (integrity),
// resources that a page may load only from a server when the pages are to be opened from files, and
// the like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

class ChangedDigests;  // changed_digests.h

/// The findings of one page. Not thread-safe.
struct PageRefusals {
  using Addresses = std::unordered_set<text::Hash128, text::Hash128Hasher>;

  std::string changed_file;  ///< its URL, if the page is a script or style sheet that was changed
  Addresses hashed;          ///< hashes of the URLs for which the page has an integrity value
  /// Links with one problem: the first one, and their number.
  struct Links {
    std::string first;
    std::size_t count = 0;

    /// Counts a link; true for the first one, which is to be stored.
    bool add() { return count++ == 0; }
  };
  Links refused;         ///< browsers follow them for pages of servers only; says why
  Links outside;         ///< lead out of the folder of the site, though to its host
  Links not_kept;        ///< lead to what a mirror does not keep, though it keeps the host
  Links without_scheme;  ///< lead to another site, and have no scheme: "//h.example/"
  Links kept_under_old;  ///< are kept, though their targets lie under what is moved
  Links moved_guids;     ///< are guids of feeds, by which readers know items, and are changed
  std::uint32_t guids_end = 0;  ///< past the last guid in source order: a page may be planned twice
  Links by_feed;      ///< are made absolute by the address of a feed, not the link of the item
  Links blocked;      ///< a policy of the page does not let the new URLs load, but the old ones
  Links unjudged;     ///< are not compared with the policies, which takes too much time
  Links in_404;       ///< keep their form, though the page is an error page
  Links own_scripts;  ///< scripts that may know the address that is written
  Links cards;        ///< in meta elements, not written, and lead elsewhere afterwards
  Links custom;       ///< the same in attributes of custom elements
  std::set<std::string> custom_attributes;  ///< for --attribute: "amp-img[src]=url"
  Links from_disk_root;                     ///< begin at the root, which is that of the disk
  std::vector<std::string> policies;        ///< of the page
  std::string address;                      ///< of the page before the change
  std::size_t policy_work = 0;  ///< bytes of policies and URLs that may still be compared

  /// Sets the policies of the page at `page_address`, whose text is `text`.
  void find_policies(std::string_view text, std::string page_address);

  void clear();
};

/// Collects the findings of a rewrite.
class BrowserRestrictions {
 public:
  /// `opens_from_files`: the pages are meant to be opened from files. `site` is the URL of their
  /// folder, ending in `/`, or empty if it is unknown. `mirror` are its files if it is one, or
  /// null. `site` and `mirror` must outlive this. `form` is that of the new references.
  BrowserRestrictions(bool opens_from_files, std::string_view site, LocalTargets const* mirror,
                      html::UrlForm form = html::UrlForm::as_written);

  ~BrowserRestrictions();

  /// Adds a script or a style sheet before the pages that may name its hash. Not thread-safe.
  void add_file(std::string_view old_bytes, std::string_view new_bytes);

  /// Sets `renewed` to the bytes of a page with the new hashes of files that change; false where it
  /// names none. Thread-safe.
  bool renew_digests(std::string_view page, std::string& renewed) const;

  /// Adds the findings about a link to `page`. Thread-safe.
  void check(html::LinkTarget const& target, LinkPolicy policy, PageRefusals& page) const;

  /// Takes a warning about `count` links of the page at `path`, or about the page if that is 0.
  using Warn = std::function<void(std::string const& kind, std::string const& path,
                                  std::string const& text, std::size_t count)>;

  /// Adds the findings of the page at `path`, in the order of the pages.
  void add(std::string const& path, PageRefusals const& page, Warn const& warn);

  /// Adds the warnings that need all pages.
  void finish(Warn const& warn) const;

 private:
  void check_policies(html::LinkTarget const& target, PageRefusals& page) const;
  void check_as_file(html::LinkTarget const& target, PageRefusals& page) const;
  void check_unwritten(html::LinkTarget const& target, LinkPolicy policy, PageRefusals& page) const;

  bool opens_from_files_;
  bool writes_absolute_;
  std::string_view site_;
  LocalTargets const* mirror_;
  std::unique_ptr<ChangedDigests> digests_;
  std::unordered_map<text::Hash128, std::vector<std::string>, text::Hash128Hasher>
      hashed_;                     // the pages with an integrity value for a URL
  std::set<std::string> changed_;  // URLs of changed scripts and style sheets
  std::set<std::string> custom_;   // attributes of custom elements of all pages
  std::vector<std::pair<std::string, std::size_t>> custom_pages_;  // that have some, and how many
};

}  // namespace hrefkit::site
