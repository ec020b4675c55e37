// A folder as the site that it will be: which file a URL means, and which URL a file has.
//
//   auto site = hrefkit::site::Site::read({.root = "public", .url = "https://h.example/docs/"});
//   if (site) {
//     auto place = site->find("https://h.example/docs/guide/#start");
//     if (place.status == LookupStatus::found) puts(site->path(place.entry).c_str());
//   }
//
// The folder is read once, when the site is made. A lookup never touches the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/binary_content.h"  // IWYU pragma: export
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/path_parts.h"  // IWYU pragma: export
#include "hrefkit/site/place.h"       // IWYU pragma: export

namespace hrefkit::site {

/// The number of a file or folder in its site.
using EntryId = std::uint32_t;
inline constexpr EntryId no_entry = UINT32_MAX;

/// The address that a site has when none is given: a host that nobody owns.
inline constexpr char const* default_site_url = "https://site.invalid/";

/// An address as it is shown: without the host that a folder has where nobody gave one.
constexpr std::string_view shown_url(std::string_view url) {
  const std::string_view root(default_site_url);
  return url.starts_with(root) ? url.substr(root.size() - 1) : url;
}

/// Another folder that is a part of the site.
struct Mount {
  std::string path = {};    ///< below the root: "api/v2"
  std::string folder = {};  ///< what lies there
};

/// What a site is made of, and how its server answers.
struct SiteOptions {
  std::string root = {};  ///< the folder
  /// The http or https address of the root. User name, query and fragment do not count.
  std::string url = default_site_url;
  std::vector<std::string> index = {"index.html", "index.htm"};  ///< files that serve a folder
  std::vector<std::string> extensions = {};  ///< "html": `page` means `page.html`
  HostRules rules = {};  ///< what else differs between hosts; `use_host` sets all three
  /// Pages behind symbolic links are pages at each of their addresses; else at their own alone.
  bool pages_behind_links = true;
  bool follow_outside = false;  ///< what links lead to that leave the root is read, too
  bool hidden = false;          ///< files and folders whose names begin with a dot are pages, too
  FileRules files = {};         ///< the types of extensions; its patterns do not count
  /// Folders that lie below the root. What the root itself has at such a path is hidden.
  std::vector<Mount> mounts = {};
  /// Decides by its path below the root whether a file is read as a page; empty: all are.
  std::function<bool(std::string_view path)> is_wanted = {};
};

/// What a URL means on a site.
enum class LookupStatus : std::uint8_t {
  found,         ///< a file
  folder,        ///< a folder without an index file
  missing,       ///< nothing has that path
  unlisted,      ///< below a folder outside of the root that is too large to be listed
  outside_site,  ///< on the site's host, outside of its path
  other_origin,  ///< not on the site's host
};

/// A URL split for a site. Views live as long as the URL.
struct OwnUrl {
  std::string_view path;   ///< with its leading slash, as written
  std::string_view query;  ///< without '?'; empty without one
  bool insecure = false;   ///< http where the site has https
};

/// How a host redirects a path before it serves the file.
enum class PathRedirect : std::uint8_t {
  none,
  adds_slash,       ///< `/folder` to `/folder/`
  drops_slash,      ///< `/page/` to `/page`
  drops_extension,  ///< `/page.html` to `/page`
  drops_index,      ///< `/folder/index.html` to `/folder/`
};

/// The answer of a lookup.
struct Lookup {
  LookupStatus status = LookupStatus::missing;
  /// The file, or the folder without an index. With `missing`: what is there but not published, or
  /// `no_entry`.
  EntryId entry = no_entry;
  PathRedirect redirect = PathRedirect::none;
};

/// Something that was seen while the folder was read: a path and a sentence.
using SiteReport = std::function<void(std::string const& path, std::string const& what)>;

class EntryTable;
class InputFolder;
class LiveSite;
class PathNames;
struct MountedFolder;
struct SiteNames;

/// The address of a site as the URLs of its pages are serialised: no user name, no query, '/' at
/// its end. Nothing for what is no http or https URL.
std::optional<std::string> site_address(std::string_view url);

/// One snapshot of a folder, or what a crawl has seen of a live site. Const members may be called
/// from several threads at once.
class Site {
 public:
  /// Reads the names of all files and folders below `options.root`. Symbolic links count as what
  /// they lead to, at each address; what a link outside of the root leads to is a target, and a
  /// page only with `follow_outside`. What cannot be listed is reported to `report`. Fails with a
  /// sentence when the root cannot be read, or its address is not an http or https URL.
  static tl::expected<Site, std::string> read(SiteOptions options, SiteReport const& report = {});

  /// The site that a crawl has seen (crawl/live_site.h). Its root is that of the host, entries are
  /// URLs, and paths are those of URLs, percent-decoded.
  static Site from_crawl(std::shared_ptr<LiveSite const> live);

  /// What the URLs have answered; null for a folder.
  LiveSite const* live() const { return live_.get(); }

  Site(Site&&) noexcept;
  Site& operator=(Site&&) noexcept;
  ~Site();

  /// The same site, in which these files, which are no pages, are read as pages of these types.
  Site with_pages(std::map<EntryId, html::ContentType> const& types) const;

  /// The same folder at another address, or with other index files or extensions.
  Site with_settings(std::string_view url, std::vector<std::string> index,
                     std::vector<std::string> extensions) const;

  /// The same names, but `edit` may change the bytes of a file after they were read. It may be
  /// called by several threads.
  using EditBytes = std::function<void(EntryId entry, std::string& bytes)>;
  Site with_edits(EditBytes edit) const;

  SiteOptions const& options() const& { return options_; }
  SiteOptions const& options() const&& = delete;

  /// The site's origin: "https://h.example".
  std::string const& origin() const& { return origin_; }

  /// What `url` (absolute, serialised by the URL Standard) means. Query and fragment do not count.
  Lookup find(std::string_view url) const;

  /// The absolute URL to which the host redirects `url`, an absolute URL of this site that `find`
  /// has answered with `redirect`. The query stays; a fragment is left out.
  std::string redirected(std::string_view url, PathRedirect redirect) const;

  /// The part of `url` that concerns the server, when it is on the site's origin.
  std::optional<OwnUrl> own_url(std::string_view url) const;

  /// The same as `find` for the path of an own URL: "/docs/a%20b.html".
  Lookup find_path(std::string_view path) const;

  /// The same for a path below the root, whatever the site's own path is.
  Lookup find_below_root(std::string_view path) const;

  /// The path of an own URL below the root as names with '/' between, percent-decoded; nothing when
  /// it is outside of the site.
  std::optional<std::string> relative_path(std::string_view path) const;

  /// The same for an absolute URL; nothing for one of another origin, too.
  std::optional<std::string> relative_path_of(std::string_view url) const;

  /// The file or folder with exactly that path below the root ("a/b.html").
  EntryId entry(std::string_view path) const;

  /// The path of an entry below the root: "guide/index.html". Bytes as in the file system.
  std::string path(EntryId entry) const;

  /// Where the file is read from: the root as it was given, and the path below it.
  std::string file_path(EntryId entry) const;

  /// Replaces `buffer` with the bytes of a file, or says why it cannot be read. A file outside of
  /// the root is never read, nor is what a link in the place of the file or of a folder leads to
  /// that was put there since the names were read.
  tl::expected<void, std::string> read_file(EntryId entry, std::string& buffer) const;

  /// True for a file of the folder itself: neither behind a symbolic link nor in another folder
  /// that lies below it.
  bool is_own_file(EntryId entry) const;

  /// The entry whose bytes an entry has: where a symbolic link gives a page one more address, the
  /// file itself; else the entry.
  EntryId source(EntryId entry) const;

  /// The page whose ids are those of `page`: that of the file itself, if it is read in the same
  /// way.
  std::uint32_t id_page(std::uint32_t page) const;

  /// The symbolic link outside of the root through which an entry is reached that is not read, as a
  /// page would be; `no_entry` for all others.
  EntryId unread_link(EntryId entry) const;

  /// False where there is none.
  bool has_unread_links() const { return has_outside_ && !options_.follow_outside; }

  /// A symbolic link to nothing.
  struct DanglingLink {
    std::string path = {};    ///< below the root; empty: there is none
    std::string target = {};  ///< as the link names it
  };

  /// The symbolic link to nothing on the way to `path`.
  DanglingLink dangling_link(std::string_view path) const;

  /// Links that are not followed, since there would be too many addresses, and why.
  std::span<std::pair<EntryId, std::string> const> unread_links() const { return unread_links_; }

  /// The address of an entry.
  std::string url(EntryId entry) const;

  /// The files that are read as pages, folder by folder, names in the order of their bytes.
  std::span<EntryId const> pages() const { return pages_; }

  /// The place of a file in `pages()`, or `no_entry`.
  std::uint32_t page_number(EntryId entry) const;

  /// True for a page that is JavaScript.
  bool is_script(std::uint32_t page) const { return types_[page] == html::ContentType::script; }

  /// True for a page that is an SVG file: its fragments are ids for some links only.
  bool is_svg_page(std::uint32_t page) const { return svg_pages_[page]; }

  /// True for HTML, XHTML and SVG by the file's name and what the options say of it; false for
  /// style sheets, feeds and others.
  bool is_document(std::uint32_t page) const { return documents_[page]; }

  /// How links are found in a page; of no meaning for a list of URLs.
  html::ContentType content_type(std::uint32_t page) const { return types_[page]; }

  /// True for a page that is HTML by its name alone: nobody says so, and no link says otherwise.
  bool is_called_html(std::uint32_t page) const;

  /// True for a file that servers send as HTML or XHTML: by its extension, or by what the options
  /// say of it. False for a live site, whose answers say it.
  bool is_called_page(EntryId entry) const;

  /// Which list of URLs a page is; mostly none.
  UrlList url_list(std::uint32_t page) const;

  /// The charset that the server of a live site sends for a page; mostly empty.
  std::string_view transport_charset(std::uint32_t page) const;

  /// The path of a file from which a site generator builds a page ("guide.md"); empty when the
  /// folder has no such file.
  std::string page_source() const;

  /// All names. For a live site those of the URLs that work, whose numbers are not those of
  /// `find`, `pages` and `path`.
  EntryTable const& entries() const { return *table_; }

  InputFolder const& folder() const { return *folder_; }

  /// False for a name that the host leaves out: see HostRules::hides_underscores.
  bool is_published(std::string_view name) const {
    return !hides_underscores_ || !name.starts_with('_');
  }

 private:
  Site(Site const&);
  Site(SiteOptions options, SiteNames names);

  void set_address();
  void set_suffixes();
  tl::expected<void, std::string> read_source(EntryId entry, std::string& buffer) const;
  tl::expected<void, std::string> read_outside(EntryId entry, std::string& buffer) const;
  bool skip_prefix(PathNames& names) const;
  Lookup find_names(PathNames& names) const;
  Lookup serve_file(EntryId file) const;
  Lookup serve_folder(EntryId folder, bool has_slash) const;
  Lookup index_of(EntryId folder) const;
  Lookup with_extension(EntryId folder, std::string_view name, bool has_slash = false) const;
  MountedFolder const* mount_of(std::string_view path) const;

  SiteOptions options_;
  std::shared_ptr<LiveSite const> live_;  // null for a folder
  EditBytes edit_;                        // mostly null
  std::shared_ptr<EntryTable const> table_;
  std::shared_ptr<InputFolder const> folder_;  // the root
  std::vector<MountedFolder> mounts_;
  bool hides_underscores_ = false;
  bool has_outside_ = false;  // a link leads out of the root
  std::map<EntryId, std::string> outside_;
  std::map<std::pair<EntryId, std::string>, std::string> dangling_;
  std::vector<std::pair<EntryId, std::string>> unread_links_;
  std::vector<EntryId> pages_;
  std::vector<bool> svg_pages_;
  std::vector<bool> documents_;
  std::vector<html::ContentType> types_;
  std::string origin_;           // "https://h.example"
  std::string insecure_origin_;  // "http://h.example", or empty
  std::string prefix_;           // "/docs/"
  std::vector<std::string> prefix_names_;
  std::vector<std::string> suffixes_;  // ".html"
};

}  // namespace hrefkit::site
