// The links of a page in three lines:
//
//   #include <hrefkit/hrefkit.h>
//
//   for (auto const& link : hrefkit::links("<a href=x>", "https://docs.example/")) {
//     std::cout << link.line << ' ' << link.url << '\n';
//   }
//
// Start here. Which header is for which job (all of them begin with `hrefkit/`):
//
//   the links of a page as rows that you own ............................ hrefkit.h
//   every link with little memory, block by block; anchors; image maps .. html/find_links.h
//   a file's bytes as text: Content-Type, encoding, and the way back .... html/source_text.h
//   the base URL of each document in a file, and why .................... html/base_report.h
//   the documents in a file: its own, and those in its frames ........... html/context.h
//   the base URL of a page, beside its links ............................ html/page_base.h
//   the document tree ................................................... html/dom.h
//   what happens when a base URL changes ................................ html/base_changes.h
//   a page with other URLs in its links, read again as a proof .......... html/rewrite.h
//   the texts of the links of a page .................................... html/link_text.h
//   the elements of one name, and the attributes of each ................ html/find_elements.h
//   the elements that a CSS selector matches ............................ html/selector.h
//   which attributes hold URLs, and what for ............................ html/link_table.h
//   the URLs in one value ............................................... html/srcset.h,
//       html/css_urls.h, html/refresh.h,
//       html/url_list.h, html/metadata_urls.h
//   the URLs and modules that a script names ............................ html/script_urls.h,
//       html/kept_script.h
//   a URL in its parts, changed or compared ............................. url/url.h
//   the names and values of a query ..................................... url/search_params.h
//   a URL under one of the older standards .............................. url/any_url.h
//   whether a string is a valid URL, as a validator asks ................ url/valid_url_string.h
//   many references against one base URL ................................ url/resolver.h
//   the shortest reference from a page to a URL ......................... url/relativize.h
//   ASCII, UTF-8, sets of bytes, hashes ................................. text/text.h
//   encodings and their labels .......................................... text/encoding.h
//   lines and columns of offsets ........................................ text/line_index.h
//   JSON, read and written .............................................. text/json.h
//   files and folders as inputs; many in order on all cores ............. site/input.h,
//       site/ordered_run.h
//   paths that match patterns ........................................... site/path_glob.h
//   a folder as a site: URL to file and back; its broken links .......... site/site.h,
//       site/check.h
//   the broken links that have one safe answer, repaired ................ site/fix/site_fixes.h,
//       site/fix/fix_writer.h
//   the settings of a check by name, as the command has them ............ site/check_settings.h
//   a live site as a crawl asks for it .................................. site/crawl/crawl.h,
//       net/client.h, net/curl_transport.h
//   what a host serves for a path; its redirects ........................ site/host.h,
//       site/redirects.h
//   which pages run which scripts, and where names in these lead then ... site/script_graph.h,
//       site/script_follower.h
//   which URL becomes which in the pages of a site ...................... site/rewrite_policy.h,
//       site/rewrite/browser_restrictions.h
//   the same prepared once for many pages and threads ...................
//       site/rewrite/page_rewriter.h
//   each link of a site before and after a move ......................... site/compare/compare.h
//   the place of a link in the sources of a built page ..................
//       site/sources/source_finder.h
//   redirects from the addresses of pages that moved ....................
//       site/move/redirect_writer.h, site/move/folder_redirects.h
//   a file that is replaced as a whole or not at all .................... site/replace_file.h
//   fields of HTTP messages; bodies that are compressed ................. http/fields.h,
//       http/deflate.h
//   the captures of a web archive; its indexes .......................... archive/capture_reader.h,
//       archive/capture_index.h
//   the WAT record of a capture; the SURT key of a URL .................. archive/wat_record.h,
//       archive/surt.h
//   the records of a web archive as they are stored ..................... warc/record_reader.h
//
// Failures are values: functions that can fail return `tl::expected`, and each error has a
// `message`. Every sequence of bytes is legal input.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "hrefkit needs C++20: compile with -std=c++20 or a later standard"
#else

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_source.h"
#include "hrefkit/html/link_kind.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/read_options.h"
#include "hrefkit/html/url_form.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/standard.h"

namespace hrefkit {

// How a page is read, and how a call fails.

/// How a page is read. All else is as in browsers.
struct PageOptions {
  std::string_view content_type = {};  ///< the Content-Type header's value; empty: HTML
  std::string_view encoding = {};      ///< a label that overrides the page's own; empty: none
  url::Standard standard = url::Standard::whatwg;
  html::XmlBase xml_base = html::XmlBase::unspecified;
  bool scripting = false;                   ///< noscript content is text
  bool templates = false;                   ///< report links in template content as well
  html::AlsoFind also = {.scripts = true};  ///< report these as well
  /// A label for HTML pages that declare no encoding; empty: windows-1252.
  std::string_view encoding_fallback = {};
  bool utf_8_if_valid = false;      ///< before the fallback: UTF-8 where all the bytes are valid
  std::string_view creator = {};    ///< base URL of the creator of about:blank, absolute
  std::string_view container = {};  ///< base URL of the container of about:srcdoc, absolute
  /// Values of the page's Content-Security-Policy headers: they may forbid its base.
  std::span<std::string_view const> content_security_policies = {};
  /// The bytes are text in UTF-8 already, whatever the page declares: that counts for its queries
  /// only, and a page that declares nothing has queries in UTF-8.
  bool decoded = false;
  /// Links of these kinds alone, by their names ("image"); empty: all kinds.
  std::span<std::string_view const> kinds = {};
  /// Links of these elements alone, by their local names, in any case; empty: all elements.
  std::span<std::string_view const> elements = {};
  /// Attributes of your own that hold URLs: "img[data-src]=url" (html/extra_attributes.h).
  std::span<std::string_view const> attributes = {};
};

/// Why a call has no result.
enum class PageError : std::uint8_t {
  url,           ///< the page's address, its creator or container is not an absolute URL
  content_type,  ///< the Content-Type is not one of HTML, XML, CSS or manifests
  encoding,      ///< a label is not that of an encoding
  too_large,     ///< the page is larger than 4 GiB
  option,        ///< another option has a value that does not exist
  selector,      ///< a text is not a selector, or no element matches it
  unproved,      ///< the rewritten page does not have the links that it should have
  folder,        ///< the folder cannot be read, or has no page
};

/// A message for users.
std::string_view message(PageError error);

/// Thrown on access to a result that is not there. `what()` is the message.
class UnreadPage : public tl::bad_expected_access<PageError> {
 public:
  explicit UnreadPage(PageError error) : bad_expected_access(error) {}
  char const* what() const noexcept override;
};

/// Throws UnreadPage; ends the program with the message where exceptions are off.
[[noreturn]] void fail_unread(PageError error);

/// Why a call has no result, with what it is about.
struct PageFailure {
  PageError error = PageError::url;
  std::string detail = {};  ///< empty where the message of the error says it all
};

/// A result of a page, or the error for which there is no result.
///
/// Test it first: `if (!links) return links.message();`. Access to what is not there throws
/// `UnreadPage`.
class [[nodiscard]] PageResult {
 public:
  explicit PageResult(html::Notes notes) : notes_(std::move(notes)) {}
  explicit PageResult(PageFailure failure) : failure_(std::move(failure)) {}

  /// True when there is a result.
  explicit operator bool() const { return ok(); }
  bool ok() const { return !failure_; }

  /// Why there is no result. Ask only where `ok` is false.
  PageError error() const { return failure_->error; }

  /// The same with what it is about.
  PageFailure const& failure() const { return *failure_; }

  /// A sentence for users: why there is no result. Empty where `ok`.
  std::string message() const;

  /// Notes about the page, such as bytes that its encoding does not have.
  html::Notes const& notes() const& { return notes_; }
  html::Notes const& notes() && = delete;

 protected:
  void require() const {
    if (failure_) fail_unread(failure_->error);
  }
  void fail(PageFailure failure) { failure_ = std::move(failure); }

 private:
  html::Notes notes_ = {};
  std::optional<PageFailure> failure_;
};

/// Rows that belong to a result.
template <class Row>
class [[nodiscard]] PageRows : public PageResult {
 public:
  explicit PageRows(PageFailure failure) : PageResult(std::move(failure)) {}
  explicit PageRows(std::vector<Row> rows, html::Notes notes = {})
      : PageResult(std::move(notes)), rows_(std::move(rows)) {}

  auto begin() const& { return rows().begin(); }
  auto end() const& { return rows().end(); }
  std::size_t size() const { return rows().size(); }
  bool empty() const { return rows().empty(); }
  Row const& operator[](std::size_t index) const& { return rows()[index]; }

  // Deleted for temporaries: the iterators would dangle. (The loop above holds the links.)
  auto begin() && = delete;
  auto end() && = delete;
  Row const& operator[](std::size_t index) && = delete;

  /// The rows themselves.
  std::vector<Row> take() && {
    require();
    return std::move(rows_);
  }

 private:
  std::vector<Row> const& rows() const {
    require();
    return rows_;
  }

  std::vector<Row> rows_;
};

/// Where something is written in a page.
struct PagePlace {
  std::size_t line = 1;    ///< from 1
  std::size_t column = 1;  ///< from 1, in code points
  std::size_t offset = 0;  ///< in bytes of the page
};

// The links of a page.

/// One link of a page. It owns its strings, which are UTF-8.
struct PageLink {
  std::string url = {};                  ///< absolute and serialised; empty where it has an error
  std::optional<url::Error> error = {};  ///< why it does not resolve
  std::string raw = {};                  ///< as the DOM has it: the value, or one URL of it
  std::string element = {};              ///< local name of the element, such as "a"
  std::string attribute = {};            ///< its name, "href"; empty for the text of the element
  html::Namespace ns = html::Namespace::html;       ///< of the element
  html::LinkKind kind = html::LinkKind::hyperlink;  ///< what the link is for
  /// The URL that it is relative to; empty if the URLs of the page exceed their budget
  /// (html/url_budget.h).
  std::string base = {};
  html::BaseSource base_source = html::BaseSource::document;  ///< the source of that URL
  std::string context = {};  ///< which srcdoc document it is in: "0.3"; empty for the page itself
  std::size_t index = 0;     ///< counts the URLs of one value
  std::size_t line = 1;      ///< from 1
  std::size_t column = 1;    ///< from 1, in code points
  std::size_t offset = 0;    ///< where the URL is written, in bytes of the page
  std::size_t length = 0;    ///< the length of the URL as written, in bytes
  /// The URL that a browser loads while it parses the page, if that is not `url`: the link comes
  /// before the base element. An empty string if it loads nothing.
  std::optional<std::string> loaded = {};
  /// The rel of the element a, area, link or form; nullopt without one, and for one of more than
  /// `html::max_rel` bytes.
  std::optional<std::string> rel = {};
};

/// The links of a page in source order, or the error for which it was not read.
class [[nodiscard]] Links : public PageRows<PageLink> {
 public:
  using PageRows::PageRows;

  /// The document base URL of the page itself (HTML Standard 2.4.2), absolute and serialised.
  std::string const& base() const& { return require(), base_; }
  std::string base() && { return require(), std::move(base_); }
  html::BaseSource base_source() const { return require(), base_source_; }

  /// The name of the encoding in which the page was read, such as "UTF-8" (Encoding Standard 4.2).
  std::string_view encoding() const { return require(), encoding_; }

 private:
  friend Links links(std::string_view, std::string_view, PageOptions const&);

  std::string base_ = {};
  html::BaseSource base_source_ = html::BaseSource::document;
  std::string_view encoding_ = {};
};

/// The links of the page `bytes`, whose address is `url` (absolute). The bytes are decoded as
/// browsers do: byte order mark, `options.encoding`, the charset of `options.content_type`, the
/// page's own declaration, `options.encoding_fallback`. The result does not refer to the arguments.
Links links(std::string_view bytes, std::string_view url, PageOptions const& options = {});

// The base URLs of a page.

/// A base element, and what became of it.
struct PageBaseElement : PagePlace {
  std::optional<std::string> href = {};  ///< as the DOM has it; nullopt without the attribute
  html::BaseElementStatus fate = html::BaseElementStatus::used;
};

/// An element with an xml:base that counts (XML Base, section 4).
struct PageBaseScope : PagePlace {
  std::string element = {};              ///< its local name
  std::string value = {};                ///< of the attribute, as the DOM has it
  std::optional<std::string> base = {};  ///< of its subtree; nullopt where the value is no URL
};

/// The base URL of a document: the page itself, or what a frame in it holds.
struct PageBase {
  std::string context = {};   ///< index path of the frames, "0.3"; empty for the page itself
  std::string address = {};   ///< the document's URL
  std::string base = {};      ///< its document base URL; empty past the budget of a page
  std::string fallback = {};  ///< what it is without base elements; empty past the budget
  html::BaseSource source = html::BaseSource::document;  ///< of `base`
  html::BaseSource fallback_source = html::BaseSource::document;
  std::vector<PageBaseElement> elements = {};
  std::vector<PageBaseScope> scopes = {};
};

/// The base URLs of a page and of the documents in its frames, the page itself first.
using PageBases = PageRows<PageBase>;

/// The base URLs of the page `bytes`, whose address is `url`. Which links are wanted does not
/// count.
PageBases base(std::string_view bytes, std::string_view url, PageOptions const& options = {});

// What a change of base URLs does.

/// An xml:base attribute that elements get.
struct NewXmlBase {
  std::string_view selector = {};  ///< the elements: a CSS selector (html/selector.h)
  std::string_view value = {};
};

/// Changes of a page, made together, and how it is read.
struct EffectOptions {
  PageOptions page = {};
  std::optional<std::string_view> set_base = {};  ///< the href of the base element that counts
  bool remove_base = false;                       ///< every base element with an href goes
  std::string_view new_url = {};                  ///< the page's new address; empty: the old one
  std::span<NewXmlBase const> set_xml_base = {};
  std::span<std::string_view const> remove_xml_base = {};  ///< selectors
};

/// What the changes do to one URL (HTML Standard 2.4.3).
struct PageEffect : PagePlace {
  std::string element = {};                    ///< local name
  std::string attribute = {};                  ///< its name; empty for the text of the element
  std::string raw = {};                        ///< the value, or one URL of it, before the changes
  std::string_view effect = {};                ///< "hyperlink", "cite", "none", "reload"
  std::optional<std::string> before = {};      ///< its URL; nullopt where it did not resolve
  std::optional<std::string> after = {};       ///< its URL after all changes
  bool stale = false;                          ///< an open page keeps `before` until it is reloaded
  std::vector<std::string_view> hazards = {};  ///< names such as "origin-changes"
  std::size_t index = 0;                       ///< counts the URLs of one value
  html::LinkKind kind = html::LinkKind::hyperlink;
  std::size_t length = 0;    ///< of the URL as written, in bytes of the page
  std::string context = {};  ///< index path of the frames; empty for the page itself

  bool changed() const { return before != after; }
};

/// The URLs that the changes concern, in the order of their places.
using PageEffects = PageRows<PageEffect>;

/// What `options` do to the URLs of the page `bytes`, whose address is `url`. Its kinds and
/// elements do not count.
PageEffects effects(std::string_view bytes, std::string_view url, EffectOptions const& options);

// Pages with other URLs in their links. (In hrefkit::site; hrefkit::hrefkit has it.)

/// A URL, or a prefix of URLs, and what replaces it.
struct UrlChange {
  std::string_view from = {};
  std::string_view to = {};
};

/// The links that a rewrite keeps as they are.
struct LinksToKeep {
  bool canonical = true;   ///< `link rel=canonical`
  bool alternate = true;   ///< `link rel=alternate`, unless it is a style sheet, a feed or oEmbed
  bool og = true;          ///< the URLs of social cards
  bool fragments = false;  ///< references that are only a fragment, or empty
  bool guid = true;        ///< the guid of an RSS item that has a link, too
};

/// What is to be done with the links of pages.
struct RewriteOptions {
  /// How pages are read, and which links change. An `unspecified` xml_base means `automatic`.
  PageOptions page = {};
  /// Whole URLs. `from` is absolute, `to` may be relative to the page.
  std::span<UrlChange const> map = {};
  /// Prefixes of URLs, both absolute, that end where a component ends; the longest one wins.
  std::span<UrlChange const> rebase = {};
  html::UrlForm form = html::UrlForm::as_written;
  std::string_view new_url = {};  ///< the page's new address, absolute; empty: the old one
  bool drop_base = false;         ///< remove base elements; links keep their targets
  bool drop_xml_base = false;     ///< remove xml:base attributes; links keep their targets
  /// nullopt: as LinksToKeep has it, but addresses of the page itself move along with it.
  std::optional<LinksToKeep> keep = {};
  bool verify = true;  ///< read the new page again and prove each link
  bool edits = true;   ///< list the changes; false where the bytes alone are wanted
};

/// One change of a page.
struct PageEdit : PagePlace {
  std::string element = {};
  std::string attribute = {};
  html::LinkKind kind = html::LinkKind::hyperlink;
  std::size_t index = 0;   ///< counts the URLs of one value
  std::size_t length = 0;  ///< of what is replaced, in bytes of the old page
  std::string context = {};
  std::string raw = {};     ///< what was written there
  std::string value = {};   ///< what is written there now
  std::string before = {};  ///< where the link led
  std::string after = {};   ///< where it leads now; empty where a base is dropped
  std::string reason = {};  ///< a short code, such as "rebase"
};

/// A page with other URLs in its links: nothing else of it differs. Its rows are the changes, in
/// source order.
class [[nodiscard]] RewrittenPage : public PageRows<PageEdit> {
 public:
  using PageRows::PageRows;

  /// The new page, in the encoding of the old one; the old bytes where nothing changed.
  std::string const& bytes() const& { return require(), bytes_; }
  std::string bytes() && { return require(), std::move(bytes_); }
  bool changed() const { return require(), changed_; }

  /// Links of the page, and those of them that changed.
  std::size_t links() const { return require(), links_; }
  std::size_t changed_links() const { return require(), changed_links_; }

  /// Links that stay because the function answered what is no absolute URL.
  std::size_t unusable_answers() const { return require(), unusable_answers_; }

 private:
  friend class Rewriter;

  std::string bytes_ = {};
  bool changed_ = false;
  std::size_t links_ = 0;
  std::size_t changed_links_ = 0;
  std::size_t unusable_answers_ = 0;
};

/// Answers where a link is to lead: an absolute URL; nullopt leaves it. The link leads where the
/// options lead it; it has no place, `loaded` or `rel`. It may be asked more than once for a link.
using ChangeUrl = std::function<std::optional<std::string>(PageLink const&)>;

/// Rewrites any number of pages by options that are parsed once.
///
///   const hrefkit::Rewriter rewriter({.rebase = moves});
///   if (!rewriter.ok()) return rewriter.message();
///   for (...) write(rewriter.rewrite(bytes, url).bytes());
///
/// Its const members may be called from several threads at once.
class Rewriter : public PageResult {
 public:
  /// Parses the options, and keeps nothing that they view.
  explicit Rewriter(RewriteOptions const& options);
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;
  ~Rewriter();

  /// Rewrites the page `bytes`, whose address is `url` (absolute).
  RewrittenPage rewrite(std::string_view bytes, std::string_view url,
                        ChangeUrl const& change = nullptr) const;

 private:
  struct Rules;

  Rules const* rules_ = nullptr;  // owned; <memory> would make this header twice as slow to include
};

/// The same for one page.
RewrittenPage rewrite(std::string_view bytes, std::string_view url, RewriteOptions const& options,
                      ChangeUrl const& change = nullptr);

// The broken links of a folder that will be a site. (In hrefkit::site; hrefkit::hrefkit has it.)

/// An option of `hrefkit check` by its long name, as the command has it: {"host", "netlify"}. A
/// flag has the value "true". Name an option again for each further value.
struct CheckSetting {
  std::string_view name = {};
  std::string_view value = {};
};

/// What is checked. The network is not asked.
struct CheckOptions {
  std::string_view site_url = {};  ///< where the folder will be served, http or https; may be empty
  std::span<CheckSetting const> settings = {};
  std::size_t threads = 1;  ///< that work at once
};

/// A broken link, or what else is wrong with a page. Strings are UTF-8.
struct Finding : PagePlace {
  std::string_view rule = {};      ///< "missing-file", ...
  std::string_view severity = {};  ///< "error", "warning" or "note"
  std::string file = {};           ///< the folder as given, and the path below it
  std::size_t length = 0;          ///< of the URL as written, in bytes of the file
  std::string element = {};        ///< empty where no element is concerned
  std::string attribute = {};
  std::size_t index = 0;
  std::string raw = {};
  std::optional<std::string> url = {};  ///< resolved; nullopt where it does not resolve
  std::string base = {};
  std::string base_source = {};
  std::optional<std::string> target = {};      ///< the path below the folder that was looked for
  std::optional<std::string> suggestion = {};  ///< the nearest existing path or id
  std::string message = {};                    ///< a sentence
  std::string context = {};
  std::string source_line = {};  ///< the line of the file, at most a few hundred bytes of it
};

/// A file that could not be read, or only in part.
struct CheckTrouble {
  std::string path = {};
  std::string why = {};
};

/// What a check found: the findings by the names of files, and then in source order.
class [[nodiscard]] CheckReport : public PageRows<Finding> {
 public:
  using PageRows::PageRows;

  std::size_t pages() const { return require(), pages_; }  ///< HTML, XHTML and SVG
  std::size_t links() const { return require(), links_; }
  std::size_t errors() const { return require(), errors_; }  ///< findings of that severity
  std::size_t warnings() const { return require(), warnings_; }
  std::vector<CheckTrouble> const& trouble() const& { return require(), trouble_; }
  std::vector<CheckTrouble> const& trouble() && = delete;

  /// True where no finding is an error, and each file could be read.
  bool is_clean() const { return errors() == 0 && trouble_.empty(); }

 private:
  friend CheckReport check(std::string const&, CheckOptions const&);

  std::size_t pages_ = 0;
  std::size_t links_ = 0;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::vector<CheckTrouble> trouble_ = {};
};

/// Checks the links of all pages in a folder (site/check.h). PageError::folder where it cannot be
/// read or has no page, PageError::option for a setting that does not exist.
CheckReport check(std::string const& folder, CheckOptions const& options = {});

}  // namespace hrefkit

#endif
