// A page of the site, opened: its bytes, text and how its links are read.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::site {

// The encodings of style sheets that do not declare their own: that of a document which refers to
// the sheet counts (CSS Syntax 3, section 3.2, the environment encoding). Sheets whose bytes are
// UTF-8 are read as UTF-8; the others wait until their referrers are read. A sheet that waits may
// be the referrer of another: there are rounds.

/// `find` may be called by several threads, the others by one, and `begin_round` between the
/// rounds.
class SheetEncodings {
 public:
  /// The encoding of a sheet whose turn has come.
  std::optional<text::Encoding> find(std::uint32_t sheet) const;

  /// Notes a reference to a sheet from a document in that encoding. The first one counts.
  void refer(std::uint32_t sheet, text::Encoding encoding);

  /// Notes a sheet that cannot be read yet.
  void wait(std::uint32_t sheet);

  /// True while a sheet cannot be read yet.
  bool has_waiting() const { return !waiting_.empty(); }

  /// The sheets whose turn has come, in the order of their numbers. Those that no document in a
  /// legacy encoding refers to are last, as UTF-8. Empty at the end. All rounds together take time
  /// in proportion to the sheets.
  std::vector<std::uint32_t> begin_round();

 private:
  using Encodings = std::unordered_map<std::uint32_t, text::Encoding>;

  Encodings known_;
  Encodings referrers_;
  std::set<std::uint32_t> waiting_;
  std::vector<std::uint32_t> ready_;  // of those that wait: the ones with a referrer
};

class ScriptGraph;  // script_graph.h

/// One page after the other; buffers keep their capacity.
struct PageFile {
  std::uint32_t number = 0;  ///< its place in the site's pages
  EntryId entry = no_entry;  ///< of the site
  std::string bytes;
  std::string buffer;  ///< the text, where it is not the bytes themselves
  html::SourceText source;
  html::EncodingOptions decoding = {};  ///< how the bytes became text
  html::Notes notes;                    ///< about its encoding
  /// No browser knows xml:base, but readers of feeds do (RFC 4287, section 2).
  html::DocumentOptions options{.xml_base = html::XmlBase::automatic};
  bool is_svg = false;
  bool is_feed = false;  ///< a feed or a sitemap: data, which no browser shows as a page
  bool is_sitemap = false;
  bool is_script = false;
  std::string_view binary = {};  ///< what it is where it holds no text, as words after "is"
  UrlList list = UrlList::none;  ///< a text file with URLs, which has no tree
  bool has_ids = true;           ///< HTML, XHTML or SVG: fragments lead to its ids
  SheetEncodings const* sheets = nullptr;  ///< of style sheets; null: all are UTF-8
  ScriptGraph const* scripts = nullptr;    ///< which pages run a script; null: nobody knows
  bool ends_early = false;                 ///< only its beginning is there
  bool in_scope = true;                    ///< of a crawl
  bool waits = false;                      ///< a style sheet whose encoding is not known yet
  AnswerHead head = {};                    ///< of a document of a live site

  /// True when nobody declared the encoding, so that a browser may guess another.
  bool is_undeclared() const { return source.encoding.source == html::EncodingSource::fallback; }

  text::SourceMap const* map() const { return source.map.is_identity() ? nullptr : &source.map; }
};

/// What is known of a page before its bytes are read.
struct PageType {
  html::ContentType type = html::ContentType::html;
  UrlList list = UrlList::none;
  bool is_document = true;  ///< HTML, XHTML or SVG
  bool is_svg = false;
  bool ends_early = false;        ///< only its beginning is there
  bool in_scope = true;           ///< of a crawl; else no link to another site is asked for
  std::string_view charset = {};  ///< of the Content-Type header; mostly empty
  std::string_view head = {};     ///< lines_of_links of the answer; mostly empty
};

/// Opens the page `page.bytes`, which is at `url`: what `open_page` does once the bytes are there.
tl::expected<void, std::string> open_bytes(PageType const& type, std::string url, PageFile& page);

/// Reads page `number` of the site, or says why it cannot be read. Of a page that is `binary`,
/// nothing else is reported.
tl::expected<void, std::string> open_page(Site const& site, std::uint32_t number, PageFile& page);

/// Emits the links of an open page to `sink`: those of its answer first. Of a script, what depends
/// on the pages that run it comes once for each of their import maps, or base URLs.
tl::expected<void, html::FindError> find_page_links(html::LinkFinder& finder, PageFile const& page,
                                                    html::LinkSink const& sink);

/// True when the text of a link depends on the page's encoding: it, or its query, is not ASCII.
bool depends_on_encoding(html::Link const& link, std::string_view text);

}  // namespace hrefkit::site
