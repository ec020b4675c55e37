// The new URLs of links when a site is exported, moved or mirrored: policies on resolved URLs, for
// html::rewrite.
//
//   site::RewritePolicy policy;
//   policy.form = html::UrlForm::relative;
//   policy.rebases.add("https://old.example/", "https://new.example/docs/");
//   auto page = rewriter.rewrite(
//       source, options, [&](html::LinkTarget& target) { policy.apply(target); }, notes);
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/rewrite/asset_copy.h"   // IWYU pragma: export
#include "hrefkit/site/rewrite/leftovers.h"    // IWYU pragma: export
#include "hrefkit/site/rewrite/moved_files.h"  // IWYU pragma: export
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::site {

class PrefixIndex;

/// Whether a URL is known to be an old one, from before the change.
enum class UrlAge : std::uint8_t { unknown, old };

/// A copyable flag that several threads may set: the entry with it was used.
class UseMark {
 public:
  UseMark() = default;
  UseMark(UseMark const& other) : flag_(other.get()) {}
  UseMark& operator=(UseMark const& other) {
    flag_ = other.get();
    return *this;
  }

  bool get() const { return flag_.load(std::memory_order_relaxed); }
  void set() {
    if (!get()) flag_.store(true, std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> flag_ = false;
};

/// Replaces prefixes of URLs. A prefix must end at the border of a component: `/blog` covers
/// `/blog`, `/blog/x`, `/blog?q` and `/blog#f`, but not `/blogroll`. A segment `*` of an old
/// prefix's path matches any segment: `/web/*/https://h.example/`. The longest old prefix wins.
/// A look-up costs about the same for one rule and for many thousands.
class Rebases {
 public:
  /// True for URLs that can be a prefix of others: not for mailto: and javascript:.
  static bool can_be_prefix(std::string_view url);

  /// Adds a rule. Both are absolute, serialised URLs. Do not add rules while other threads use
  /// this.
  void add(std::string old_prefix, std::string new_prefix);

  bool empty() const { return rules_.empty(); }

  /// The new URL for `url` (absolute, serialised); nullopt if no prefix covers it. If the new
  /// prefix is itself below the old one, a URL of unknown age below the new prefix is taken for a
  /// new one, and is not changed.
  std::optional<std::string> apply(std::string_view url, UrlAge age = UrlAge::unknown) const;

  /// True if `url` is covered by an old prefix, which then counts as used.
  bool covers(std::string_view url) const;

  /// The new URL of a page with the old URL `page`. Does not count as a use of the prefix.
  std::optional<std::string> new_address(std::string_view page) const;

  /// The old prefixes that covered no URL passed to `apply` or `covers`. The views live as long as
  /// this.
  std::vector<std::string_view> unused() const;

  /// The prefixes below which a URL may be old or new, because the old or the new prefix of a rule
  /// covers the other.
  std::vector<std::string> overlaps() const;

 private:
  struct Rule {
    std::string from;
    std::string to;
    mutable UseMark used = {};
  };
  struct Lookup;
  enum class IsLink : std::uint8_t { no, yes };
  std::optional<std::string> moved(std::string_view url, UrlAge age, IsLink is_link) const;
  PrefixIndex const& index() const;
  Rule const* find(std::string_view url) const;
  std::vector<Rule const*> by_length() const;

  std::vector<Rule> rules_;
  std::shared_ptr<Lookup> lookup_;  // null without rules
};

/// Replaces single URLs.
class UrlMap {
 public:
  /// Reads lines of `URL TAB URL`, of two columns of CSV, or of JSON: `["URL","URL"]` or
  /// `{"from":"URL","to":"URL"}`; or one JSON object of `"URL":"URL"`. The first line of CSV may
  /// name the columns. The first URL of each entry must be absolute, the second may be relative to
  /// the URL of the page. White space at the ends, empty lines and lines that begin with `#` are
  /// ignored. The error is a sentence that names the line, or in an object the URL.
  tl::expected<void, std::string> read(std::string_view text, url::Standard standard);

  bool empty() const { return urls_.empty(); }
  std::size_t size() const { return urls_.size(); }

  /// The entries in the order of their lines, but for those whose new URL depends on the page. The
  /// views live as long as the map.
  std::vector<std::pair<std::string_view, std::string>> entries() const;

  /// Notes that an entry was used: that for the old URL `from`.
  void mark_used(std::string_view from) const;

  /// The URLs of the entries that `apply` has not used so far, in the order of their lines. The
  /// views live as long as the map.
  std::vector<std::string_view> unused() const;

  /// The new URL for `url` on the page with the URL `page`; nullopt without an entry. An entry with
  /// the link's fragment wins; one without a fragment keeps the link's.
  std::optional<std::string> apply(std::string_view url, std::string_view page) const;

 private:
  struct Entry {
    std::string to;
    std::size_t number = 0;
    mutable UseMark used = {};
  };

  std::vector<std::string_view> keys(bool with_used) const;
  tl::expected<void, std::string> read_members(std::string_view object);
  tl::expected<void, std::string> add(std::string_view from, std::string_view to);
  std::optional<std::string> find(std::string_view url, std::string_view page) const;

  url::Standard standard_ = url::Standard::whatwg;
  std::unordered_map<std::string, Entry, text::SeededHasher> urls_;
};

/// Maps web URLs to files that mirror them. Implementations must be thread-safe.
class LocalTargets {
 public:
  virtual ~LocalTargets() = default;

  /// The file: URL of the file that mirrors `url`, with the fragment of `url`; nullopt if there is
  /// none.
  virtual std::optional<std::string> find(std::string_view url) const = 0;

  /// True if files of the URL's host are mirrored, whether this one is or not.
  virtual bool keeps_host(std::string_view url) const = 0;

  /// True for the file: URL of a file of the mirror.
  virtual bool has(std::string_view file_url) const = 0;

  /// The new file: URL of a file of the mirror that is renamed; else nullopt.
  virtual std::optional<std::string> renamed(std::string_view /*file_url*/) const {
    return std::nullopt;
  }
};

/// The files of a folder that a program such as `wget -r` filled with the pages of sites.
class LocalFiles final : public LocalTargets {
 public:
  /// Reads the names in `folder`. If `site_url` (absolute, ending in '/') is not empty, files of
  /// that site are directly in the folder. Files of other sites are in folders with the names of
  /// their hosts, which may be in folders `http` and `https`. `index` are the names of index files;
  /// empty means index.html and index.htm.
  static tl::expected<LocalFiles, std::string> read(std::string const& folder, std::string site_url,
                                                    std::vector<std::string> index);

  /// Plans new names for files whose names do not end in the extension of their type, by which
  /// browsers know the type: "style.css?v=6" becomes "style.css?v=6.css", and HTML
  /// "list.php?page=2" becomes "list.php?page=2.html". `rules` decide types, as for a walk. A new
  /// name that is in use gets a number: see `second_names`.
  void name_by_types(FileRules const& rules);

  /// A file whose new name was in use.
  struct SecondName {
    std::string path;    ///< relative to the folder
    std::string wanted;  ///< the name in use
    std::string given;
  };
  std::vector<SecondName> const& second_names() const { return second_names_; }

  /// The new file name for the file at `path`; nullopt if it keeps its name.
  std::optional<std::string> new_name(std::string const& path) const;

  /// The file: URL of the file at `path`, under its new name.
  std::string new_url(std::string const& path) const;

  std::optional<std::string> renamed(std::string_view file_url) const override;

  std::optional<std::string> find(std::string_view url) const override;

  bool keeps_host(std::string_view url) const override;

  /// URLs with a query are not in the mirror, except for HTTrack, which appends the query of the
  /// web URL to its links to files.
  bool has(std::string_view file_url) const override;

  /// The web URL of the page at `path`, derived from its path; nullopt if it is in no host's
  /// folder.
  std::optional<std::string> address_of(std::string const& path) const;

  /// Not nullopt if the folder seems to hold the files of one site and `site_url` was empty: it has
  /// pages, and no folder with the name of a host, like the folder HOST after "wget -r
  /// https://HOST/". The value is the URL derived from the folder's name, "https://HOST/", or empty
  /// if that is no host name.
  std::optional<std::string> address_of_one_site() const;

  /// True if the file URL `named` has a part that the page's web URL `kept` does not have: a query
  /// in the file's name, or an extension that the mirroring program appended.
  static bool has_more_in_name(std::string_view named, std::string_view kept);

 private:
  LocalFiles(Site site, std::string const& folder, std::string site_url,
             std::vector<std::string> index);

  struct WebUrl;

  static std::optional<WebUrl> web_url(std::string_view url);
  std::optional<std::string> find_file(WebUrl const& url, std::string_view path) const;
  void read_names();
  bool is_file(std::string const& path) const;
  std::string_view without_added_ending(std::string_view path) const;
  std::optional<std::string> redirected_to(std::string const& path) const;
  std::optional<std::string> place_of(std::string const& path) const;
  std::string_view extension_for(std::string_view path, FileRules const& rules) const;
  std::string const& new_path(std::string const& path) const;
  std::optional<std::string> find_name(std::string const& name) const;
  std::optional<std::string> find_below(std::string const& folder, std::string_view path,
                                        std::optional<std::string_view> query) const;
  std::vector<std::string> host_folders(std::string_view scheme, std::string_view host) const;
  std::optional<std::string> find_at_host(std::string_view scheme, std::string_view host,
                                          std::string_view path,
                                          std::optional<std::string_view> query) const;

  Site site_;
  std::string real_folder_;  // the folder's path after following links
  std::string folder_url_;   // ends in '/'
  std::string site_url_;
  std::vector<std::string> index_;
  std::vector<std::string> schemes_;  // those with a folder for the folders of hosts
  bool is_by_httrack_ = false;
  // The new paths of renamed files by their old paths.
  std::unordered_map<std::string, std::string, text::SeededHasher> new_paths_;
  std::vector<SecondName> second_names_;
  // The targets of redirects by the files that they left; found before a run changes the files.
  std::unordered_map<std::string, std::string, text::SeededHasher> redirected_;
  // Paths without query of files that have a query in their names.
  std::unordered_set<std::string, text::SeededHasher> with_queries_;
  // Files with percent-encoded bytes in their names, by their decoded paths.
  std::unordered_map<std::string, EntryId, text::SeededHasher> decoded_names_;
};

/// Which links policies do not change.
struct KeptLinks {
  bool canonical = true;   ///< `link rel=canonical`
  bool alternate = true;   ///< `link rel=alternate`, unless it is a style sheet, a feed or oEmbed
  bool og = true;          ///< the URLs of social cards
  bool fragments = false;  ///< references that are only a fragment, or empty
  bool guid = true;        ///< the guid of an RSS item that has a link, too
  /// Those of canonical, alternate and og, too, that name the address of the page or of a version
  /// of it, and that rebases or the map move along with the page.
  bool own_addresses = false;
};

/// The decision of the policies about a link.
enum class LinkPolicy : std::uint8_t {
  judged,          ///< the policies were applied
  unwanted,        ///< it is not among the selected links
  kept,            ///< KeptLinks excludes it
  kept_under_old,  ///< the same, although rebases or the map would move its URL; not for a guid,
                   ///< which readers take for a new item if it changes
  kept_name,       ///< a whole URL in itemid, although rebases or the map would move it
  kept_in_404,     ///< a path from the root, though references are to be relative: a server shows
                   ///< the page at every address
};

/// The requested changes of links. Const members are thread-safe.
struct RewritePolicy {
  html::UrlForm form = html::UrlForm::as_written;
  Rebases rebases = {};
  UrlMap map = {};
  KeptLinks keep = {};
  html::LinkKinds kinds = {};        ///< only these; empty: all
  html::ElementNames elements = {};  ///< only these; empty: all
  std::function<bool(std::string_view url)> is_excluded = {};
  std::vector<std::string> index = {};       ///< append the first of these that a folder has
  std::vector<std::string> extensions = {};  ///< write `page` as `page.html`
  Site const* tree = nullptr;                ///< the files of the site, if they are known
  std::string tree_url = {};                 ///< the URL of their root, ending in '/'
  LocalTargets const* local = nullptr;
  MovedFiles const* files = nullptr;  ///< that the map moves; null: it moves links alone

  /// Sets the new URL and the form of a link.
  LinkPolicy apply(html::LinkTarget& target) const;

  /// The new URL that the map, or else the rebases, have for `url`, a link of the page with the new
  /// URL `page`; nullopt for none.
  std::optional<std::string> moved(std::string_view url, std::string_view page) const;

  /// The new URL of the page with the URL `url`.
  std::string page_address(std::string const& url) const;

 private:
  bool is_kept_fragment(html::LinkTarget const& target) const;
  bool is_kept_guid(html::Link const& link) const;
  bool is_kept_address(html::LinkTarget const& target) const;
  bool is_kept(html::LinkTarget const& target) const;
  bool is_selected_link(html::LinkTarget const& target) const;
  bool is_own_address(html::LinkTarget const& target) const;
  bool move(html::LinkTarget& target) const;
  void move_pattern(html::LinkTarget& target) const;
  void apply_local(html::LinkTarget& target) const;
  std::optional<std::string> spelt_out(html::LinkTarget const& target) const;
};

/// The addresses and paths of pages before and after the change. What it refers to must outlive it.
/// Const members are thread-safe.
struct PageMoves {
  RewritePolicy const& policy;
  LocalFiles const* local = nullptr;  ///< the mirror that the pages are in, if it is one
  MovedFiles const* files = nullptr;  ///< that the map moves
  std::string move_to = {};           ///< the new address of the only page; empty: by the policy
  bool has_addresses = false;         ///< `Input::url` is an address that the user gave

  /// The URL of a page before and after the change.
  struct Addresses {
    std::string before;
    std::string after;
  };
  Addresses addresses_of(Input const& input) const;

  /// The path relative to the output folder for the file at `path`, whose path relative to its
  /// input folder is `relative`.
  std::string output_path(std::string const& path, std::string const& relative) const;
};

}  // namespace hrefkit::site
