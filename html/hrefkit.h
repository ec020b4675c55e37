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
//   what a base URL is and why; frames and srcdoc documents ............. html/context.h
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/standard.h"

namespace hrefkit {

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
};

/// Why a page was not read.
enum class PageError : std::uint8_t {
  url,           ///< the page's address, its creator or container is not an absolute URL
  content_type,  ///< the Content-Type is not one of HTML, XML, CSS or manifests
  encoding,      ///< a label is not that of an encoding
  too_large,     ///< the page is larger than 4 GiB
};

/// A message for users.
std::string_view message(PageError error);

/// Thrown on access to the links of a page that was not read. `what()` is the message.
class UnreadPage : public tl::bad_expected_access<PageError> {
 public:
  explicit UnreadPage(PageError error) : bad_expected_access(error) {}
  char const* what() const noexcept override;
};

/// The links of a page in source order, or the error for which it was not read.
///
/// Test the result first: `if (!links) return message(links.error());`. Access to the links of a
/// page that was not read throws `UnreadPage`.
class [[nodiscard]] Links {
 public:
  explicit Links(tl::expected<std::vector<PageLink>, PageError> links, html::Notes notes = {})
      : links_(std::move(links)), notes_(std::move(notes)) {}

  /// True when the page was read.
  explicit operator bool() const { return links_.has_value(); }
  bool ok() const { return links_.has_value(); }

  /// Why the page was not read. Ask only where `ok` is false.
  PageError error() const { return links_.error(); }

  auto begin() const& { return rows().begin(); }
  auto end() const& { return rows().end(); }
  std::size_t size() const { return rows().size(); }
  bool empty() const { return rows().empty(); }
  PageLink const& operator[](std::size_t index) const& { return rows()[index]; }

  // Deleted for temporaries: the iterators would dangle. (The loop above holds the links.)
  auto begin() && = delete;
  auto end() && = delete;
  PageLink const& operator[](std::size_t index) && = delete;

  /// The links themselves.
  std::vector<PageLink> take() && {
    if (!links_) throw UnreadPage(links_.error());
    return *std::move(links_);
  }

  /// Notes about the page, such as bytes that its encoding does not have.
  html::Notes const& notes() const& { return notes_; }
  html::Notes const& notes() && = delete;

 private:
  std::vector<PageLink> const& rows() const {
    if (!links_) throw UnreadPage(links_.error());
    return *links_;
  }

  tl::expected<std::vector<PageLink>, PageError> links_;
  html::Notes notes_;
};

/// The links of the page `bytes`, whose address is `url` (absolute). The bytes are decoded as
/// browsers do: byte order mark, `options.encoding`, the charset of `options.content_type`, the
/// page's own declaration, `options.encoding_fallback`. The result does not refer to the arguments.
Links links(std::string_view bytes, std::string_view url, PageOptions const& options = {});

}  // namespace hrefkit

#endif
