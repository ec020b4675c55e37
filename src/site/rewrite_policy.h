// Where links are to lead when a site is exported, moved or mirrored: policies on resolved URLs,
// for html::rewrite.
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

#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// Whether a URL is known to be one from before the change.
enum class UrlAge : std::uint8_t { unknown, old };

/// Set once one of the threads that look an entry up has used it.
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

/// Prefixes of URLs that give way to others. A prefix ends at the border of a component: `/blog`
/// covers `/blog`, `/blog/x`, `/blog?q` and `/blog#f`, not `/blogroll`. A segment `*` of an old
/// prefix's path stands for one segment: `/web/*/https://h.example/`. The longest wins.
class Rebases {
 public:
  /// Both are absolute URLs, serialised.
  void add(std::string old_prefix, std::string new_prefix);

  bool empty() const { return rules_.empty(); }

  /// What `url` (absolute, serialised) becomes; nothing where no prefix covers it. A URL of unknown
  /// age that is below a new prefix which is itself below the old one is there already.
  std::optional<std::string> apply(std::string_view url, UrlAge age = UrlAge::unknown) const;

  /// Whether `url` lies under an old prefix. That prefix is used then.
  bool covers(std::string_view url) const;

  /// The new address of a page, which is an old one; no prefix is used by that.
  std::optional<std::string> new_address(std::string_view page) const;

  /// The old prefixes under which no URL lay that `apply` or `covers` was asked for. The views live
  /// as long as this.
  std::vector<std::string_view> unused() const;

  /// The prefixes below which a URL may be an old one or a new one: where the old and the new
  /// prefix of a rule lie in one another.
  std::vector<std::string> overlaps() const;

 private:
  struct Rule {
    std::string from;
    std::string to;
    mutable UseMark used = {};
  };
  enum class IsLink : std::uint8_t { no, yes };
  std::optional<std::string> moved(std::string_view url, UrlAge age, IsLink is_link) const;

  std::vector<Rule> rules_;  // the longest first
};

/// URLs that give way to others, one by one.
class UrlMap {
 public:
  /// Reads lines of `URL TAB URL`, of two columns of CSV, or of JSON: `["URL","URL"]` or
  /// `{"from":"URL","to":"URL"}`; or one JSON object of `"URL":"URL"`. The first line of CSV may
  /// name the columns. The first URL of each is absolute, the second may be a reference against the
  /// address of a page. White space at the ends, empty lines and lines that begin with `#` do not
  /// count. Fails with a sentence that names the line, or the URL in an object.
  tl::expected<void, std::string> read(std::string_view text, url::Standard standard);

  bool empty() const { return urls_.empty(); }
  std::size_t size() const { return urls_.size(); }

  /// The URLs of the entries that `apply` has not found a use for yet, in the order of their lines.
  /// The views live as long as the map.
  std::vector<std::string_view> unused() const;

  /// What `url` becomes on the page `page`. An entry with the fragment wins; one without it keeps
  /// the fragment of the link.
  std::optional<std::string> apply(std::string_view url, std::string_view page) const;

 private:
  struct Entry {
    std::string to;
    std::size_t number = 0;
    mutable UseMark used = {};
  };

  tl::expected<void, std::string> read_members(std::string_view object);
  tl::expected<void, std::string> add(std::string_view from, std::string_view to);
  std::optional<std::string> find(std::string_view url, std::string_view page) const;

  url::Standard standard_ = url::Standard::whatwg;
  std::unordered_map<std::string, Entry, text::SeededHasher> urls_;
};

/// Where URLs of the web are kept as files.
class LocalTargets {
 public:
  virtual ~LocalTargets() = default;

  /// The file: URL of the file in which `url` is kept, with a fragment: that of the URL, if it has
  /// one. May be called by several threads at once, as all others.
  virtual std::optional<std::string> find(std::string_view url) const = 0;

  /// True for a URL of a host of which files are kept, whether this one is or not.
  virtual bool keeps_host(std::string_view url) const = 0;

  /// True for the file: URL of a file that is kept.
  virtual bool has(std::string_view file_url) const = 0;

  /// The new file: URL of a file that is kept; nothing where it keeps its name.
  virtual std::optional<std::string> renamed(std::string_view /*file_url*/) const {
    return std::nullopt;
  }
};

/// The files of a folder that a program such as `wget -r` filled with the pages of sites.
class LocalFiles final : public LocalTargets {
 public:
  /// Reads the names in `folder`. With `site_url` (absolute, ending in '/'), its files are those of
  /// that site; files of other sites, or of all, are below folders that bear the names of hosts,
  /// which may be below folders `http` and `https`.
  static tl::expected<LocalFiles, std::string> read(std::string const& folder, std::string site_url,
                                                    std::vector<std::string> index);

  /// Gives files whose names do not end in the extension of their type a new name that does, as a
  /// browser takes the type of a file from it: "style.css?v=6" becomes "style.css?v=6.css", and
  /// HTML "list.php?page=2" becomes "list.php?page=2.html". `rules` tells types, as for a walk. A
  /// new name that a file has already gets a number; those are told by `second_names`.
  void name_by_types(FileRules const& rules);

  /// A file whose new name another file had.
  struct SecondName {
    std::string path;    ///< below the folder
    std::string wanted;  ///< what it would have been
    std::string given;
  };
  std::vector<SecondName> const& second_names() const { return second_names_; }

  /// The new name of the file at `path`, in place of its last name; nothing where it keeps it.
  std::optional<std::string> new_name(std::string const& path) const;

  /// The file: URL of the file at `path`, under its new name.
  std::string new_url(std::string const& path) const;

  std::optional<std::string> renamed(std::string_view file_url) const override;

  /// The file: URL of the file in which `url` is kept, with the URL's fragment.
  std::optional<std::string> find(std::string_view url) const override;

  /// True for a URL of a host of which the folder keeps files, whether it keeps this one or not.
  bool keeps_host(std::string_view url) const override;

  /// True for the file: URL of a file in the folder. It has no query, except in a mirror by
  /// HTTrack, which adds the one of the address to each link that it leads to a file.
  bool has(std::string_view file_url) const override;

  /// The address that the page at `path` was fetched from, as its place in the folder tells.
  std::optional<std::string> address_of(std::string const& path) const;

  /// Something where the folder holds the files of one site and `site_url` was not given: pages lie
  /// in it, and no folder in it has the name of a host, as in HOST itself after "wget -r
  /// https://HOST/". It is the address that the name of the folder tells, "https://HOST/", and
  /// empty where that is no name of a host.
  std::optional<std::string> address_of_one_site() const;

  /// True where the URL `named` of a file has what is no part of its page's address `kept`: a query
  /// in the file's name, or an ending that was added, also to what is the index of a folder.
  static bool has_more_in_name(std::string_view named, std::string_view kept);

 private:
  LocalFiles(Site site, std::string const& folder, std::string site_url,
             std::vector<std::string> index);

  struct WebUrl;
  static std::optional<WebUrl> web_url(std::string_view url);
  std::optional<std::string> find_file(WebUrl const& url, std::string_view path) const;
  void note_names();
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
  std::string real_folder_;  // the links in its path followed
  std::string folder_url_;   // ends in '/'
  std::string site_url_;
  std::vector<std::string> index_;
  std::vector<std::string> schemes_;  // whose folders hold those of hosts
  bool is_by_httrack_ = false;
  // The paths of files that get a new name, and their new paths.
  std::unordered_map<std::string, std::string, text::SeededHasher> new_paths_;
  std::vector<SecondName> second_names_;
  // Pages that redirects left, and what these led to: told before a run changes the files.
  std::unordered_map<std::string, std::string, text::SeededHasher> redirected_;
  // Paths of which there are files with queries in their names.
  std::unordered_set<std::string, text::SeededHasher> with_queries_;
  // Files with percent-encoded bytes in their names, by what the names decode to.
  std::unordered_map<std::string, EntryId, text::SeededHasher> decoded_names_;
};

/// Links that policies pass over.
struct KeptLinks {
  bool canonical = true;   ///< `link rel=canonical`
  bool alternate = true;   ///< `link rel=alternate`, unless it is a style sheet, a feed or oEmbed
  bool og = true;          ///< the URLs of social cards
  bool fragments = false;  ///< references that are a fragment alone, or empty
};

/// What policies do about a link.
enum class LinkPolicy : std::uint8_t {
  judged,          ///< it is changed where a policy asks for that
  unwanted,        ///< it is none of the links that were asked for
  kept,            ///< KeptLinks passes over it
  kept_under_old,  ///< the same, though its target lies under the old prefix of a rebase
};

/// What is wanted of the links of pages. Its const members may be called by several threads at
/// once.
struct RewritePolicy {
  html::UrlForm form = html::UrlForm::as_written;
  Rebases rebases = {};
  UrlMap map = {};
  KeptLinks keep = {};
  std::vector<html::LinkKind> kinds = {};  ///< only these; empty: all
  std::vector<std::string> elements = {};  ///< only these; empty: all
  std::function<bool(std::string_view url)> is_excluded = {};
  std::vector<std::string> index = {};       ///< a folder is spelt out with the first that it has
  std::vector<std::string> extensions = {};  ///< and `page` as `page.html`
  Site const* tree = nullptr;                ///< the files of the site, if they are known
  std::string tree_url = {};                 ///< the address of their root, ending in '/'
  LocalTargets const* local = nullptr;

  /// Says where a link is to lead.
  LinkPolicy apply(html::LinkTarget& target) const;

  /// The new address of a page at `url`.
  std::string page_address(std::string const& url) const;

 private:
  bool is_kept_fragment(html::LinkTarget const& target) const;
  bool is_kept(html::LinkTarget const& target) const;
  bool is_wanted(html::LinkTarget const& target) const;
  void apply_local(html::LinkTarget& target) const;
  std::optional<std::string> spelt_out(html::LinkTarget const& target) const;
};

}  // namespace hrefkit::site
