// The pages of a site as rows, and the links between them (CheckSink::page, CheckSink::edge).
//
//   check(*site, {.pages = {.rows = true}}, {.page = [](PageRow const& row) {
//     std::cout << row.url << ' ' << row.in << '\n';
//     return true;
//   }});
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// What a check tells of pages besides findings. Without any of it, nothing is gathered.
struct PageOptions {
  bool rows = false;      ///< CheckSink::page is called
  bool edges = false;     ///< CheckSink::edge is called
  bool external = false;  ///< with `edges`: links to other sites, too
  bool texts = false;     ///< edges and findings have the texts of links: twice the time
  /// The pages from which clicks are counted: absolute URLs, or paths from the root of the host.
  /// Empty: the page at the root of the site, or at which the crawl begins.
  std::vector<std::string> starts = {};
};

/// The same page in another language: `link rel=alternate hreflang` (HTML Standard 4.6.7.1), or the
/// field Link of the page.
struct PageAlternate {
  std::string_view hreflang;  ///< as written
  std::string_view url;       ///< absolute
};

/// A page of the site, or another own URL to which something leads: a picture, a redirect, a page
/// that does not exist. Texts are valid UTF-8 but for `file`; views are valid during the call that
/// gets them. Clicks are links of `a` and `area` elements.
struct PageRow {
  std::string_view url;                        ///< absolute, as visitors see it
  std::optional<std::string_view> file = {};   ///< as Finding::file; nothing for a live site
  std::optional<std::uint32_t> status = {};    ///< of HTTP; for a folder what its host answers
  std::optional<std::string_view> type = {};   ///< media type, if it is known
  std::optional<std::string_view> title = {};  ///< with one space for white space
  std::optional<std::string_view> lang = {};   ///< of the root element
  std::optional<std::uint32_t> depth = {};     ///< fewest clicks from a start page
  /// Different pages, without this one, whose clicks lead here, redirects of the host followed; for
  /// what is no page those that refer to it by any element but `link`.
  std::uint32_t in = 0;
  std::uint32_t out = 0;       ///< different pages, without this one, to which its clicks lead
  std::uint32_t external = 0;  ///< links to other sites
  std::uint32_t findings = 0;  ///< that were given to the sink
  /// The canonical address that the page names first, absolute.
  std::optional<std::string_view> canonical = {};
  bool indexable = true;  ///< search engines may show it
  /// Why not: "noindex", "canonical" (the page names another one), "robots.txt", "redirect" or
  /// "status". Nothing if it is indexable.
  std::optional<std::string_view> robots = {};
  bool sitemap = false;                            ///< a sitemap names it
  std::span<PageAlternate const> alternates = {};  ///< that the page names
  std::optional<std::string_view> redirect = {};   ///< where it redirects, absolute
  std::optional<std::uint64_t> bytes = {};         ///< of the file or body, if it is known
};

/// The links of one kind from a page to another one. Redirects are followed, fragments left out.
struct PageEdge {
  std::string_view from;  ///< as PageRow::url
  std::string_view to;
  std::string_view kind;                       ///< as of html::LinkKind
  std::string_view rel;                        ///< the attribute; empty without one
  std::optional<std::string_view> text = {};   ///< only with PageOptions::texts
  std::optional<std::string_view> place = {};  ///< the nearest of nav, header, main, footer, aside
  std::uint32_t count = 1;                     ///< links of the page that are the same
};

}  // namespace hrefkit::site
