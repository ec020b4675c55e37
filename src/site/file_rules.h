// Which files of a folder are read, and as what: the table of file types, and what the user says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/path_glob.h"

namespace hrefkit::site {

/// What becomes of a file or folder that a walk meets.
enum class FileStatus : std::uint8_t {
  read,       ///< a page
  no_links,   ///< a picture, a script, or another file that holds no links of its own
  unknown,    ///< nobody says what its type is
  hidden,     ///< its name begins with a dot
  excluded,   ///< the user does not want it
  lock_file,  ///< an editor's mark that somebody works on a page
};

/// A text file of a site whose URLs programs or hosts read: those of language models in any folder,
/// the others in its root.
enum class UrlList : std::uint8_t {
  none,       ///< another file
  robots,     ///< robots.txt: its Sitemap lines
  llms,       ///< llms.txt, and other Markdown that is published: its links
  llms_full,  ///< llms-full.txt: the same; it has pages of many addresses, one behind the other
  sitemap,    ///< sitemap.txt: a URL a line
  redirects,  ///< `_redirects`: paths and targets of its rules; `check` reads the rules themselves
  headers,    ///< `_headers`: paths of its rules, and URLs in fields
};

/// Rules for the files below a folder.
class FileRules {
 public:
  /// Files with that extension (in any letter case, without its dot) are pages of that type. The
  /// empty extension is that of names without a dot.
  void add_extension(std::string extension, html::ContentType type);
  /// The same for pictures in SVG.
  void add_svg_extension(std::string extension);

  /// Only pages that match one of these, or lie in a folder that does.
  void add_include(std::string_view pattern) { include_.add(pattern); }
  /// No file or folder that matches one of these; they win over the others.
  void add_exclude(std::string_view pattern) { exclude_.add(pattern); }
  /// The numbers of the patterns of `add_include`, and of `add_exclude`, that have matched nothing
  /// so far. Copies of the rules count together.
  std::vector<std::size_t> unused_includes() const { return include_.unused(); }
  std::vector<std::size_t> unused_excludes() const { return exclude_.unused(); }
  /// Files and folders whose names begin with a dot, too.
  void read_hidden() { hidden_ = true; }

  /// Scripts, too.
  void read_scripts() { reads_scripts_ = true; }

  /// The text files in the folder with URLs (UrlList), too.
  void read_url_lists() { reads_url_lists_ = true; }
  /// Which one is read at `path`.
  UrlList url_list(std::string_view path) const;

  /// Files of an unknown type are pages, too, where their first bytes are those of HTML.
  void look_at_bytes() { looks_at_bytes_ = true; }
  bool looks_at_bytes() const { return looks_at_bytes_; }

  /// What becomes of a file of an unknown type whose first bytes are those of HTML.
  FileStatus status_of_html(std::string_view path) const;

  /// The type of a file by its name: what the user says, else the table's; nothing for unknown.
  std::optional<html::ContentType> type_of(std::string_view path) const;

  /// The type that `add_extension` gave to files of that name.
  std::optional<html::ContentType> given_type(std::string_view path) const;

  /// True for the name of a picture in SVG, by the table or by what the user says.
  bool is_svg(std::string_view path) const;

  /// True for the name of a page, by the table or by what the user says.
  bool is_page(std::string_view path) const;

  /// What becomes of the entry at `path` below the folder, whose own folder is read. The letter
  /// case of extensions does not count.
  FileStatus status_of(std::string_view path, PathKind kind) const;

  /// True when the file at `path` is read: it is a page, and no folder on the way is passed over.
  bool is_read(std::string_view path) const;

  /// True when the folder at `path` is entered, with all on the way to it.
  bool is_entered(std::string_view path) const;

 private:
  struct Extension {
    std::string text;
    html::ContentType type;
    bool is_svg = false;
  };

  Extension const* find_extension(std::string_view path) const;
  bool is_included(std::string_view path) const;

  std::vector<Extension> extensions_;
  PathGlobs include_;
  PathGlobs exclude_;
  bool hidden_ = false;
  bool looks_at_bytes_ = false;
  bool reads_url_lists_ = false;
  bool reads_scripts_ = false;
};

// The types of files that hrefkit knows by their names: one table.

/// How links are found in a file.
enum class Reader : std::uint8_t {
  html,    ///< by the HTML parser
  xml,     ///< by the XML parser: XHTML, SVG, Atom, RSS, sitemaps; the root element decides which
  css,     ///< as a style sheet
  json,    ///< as a web app manifest, or as the JSON Feed that it says it is
  script,  ///< as JavaScript
};

/// A row of the table.
struct FileType {
  std::string_view
      extension;  ///< in lower case, with its dot; or a whole name without one at its start
  std::string_view media_type;
  Reader reader;
  bool is_page;      ///< a walk of a folder reads files of this type; of scripts, if asked to
  bool is_document;  ///< HTML, XHTML or SVG: shown to people by itself, with ids to lead to
};

/// The whole table.
std::span<FileType const> file_types();

/// `path` up to the query in its file name: programs that mirror sites name a file by the URL with
/// its query, "list.html?page=2", or "list.html@page=2" where Windows has to read the names. An "@"
/// counts behind an extension, or before a "=": "photo@2x.png" has no query.
std::string_view before_query(std::string_view path);

/// The type that the name or the extension of `path` stands for, in any letter case; null for an
/// unknown one. A file name that begins with its only dot has no extension. Where the whole name is
/// unknown, what stands before a query in it counts.
FileType const* find_file_type(std::string_view path);

/// Which list the file at `path` below the root is that programs ask for, or that has links of the
/// site's pages.
UrlList url_list_of(std::string_view path);

/// The same by the name of the file.
UrlList url_list_named(std::string_view name, bool is_in_root);

/// The same, or a file of rules.
UrlList text_file_of(std::string_view path);

/// The paths of the published ones in the root.
std::span<std::string_view const> url_list_paths();

/// True for the names of files that a walk of a folder reads.
bool is_page_name(std::string_view path);

/// The content type that a file's name stands for; HTML for unknown names.
html::ContentType content_type_of(std::string_view path);

/// True for the names of files from which site generators build pages: "a.md".
bool is_page_source(std::string_view path);

/// The extensions of pages for a message: ".html, .htm or .svg".
std::string page_extensions();

}  // namespace hrefkit::site
