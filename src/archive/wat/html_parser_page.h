// The page part of a WAT record: reads a page once, tag by tag, and writes its title, metas, head
// links, scripts and links as JSON.
//
// WAT files come from an extractor whose HTML parser is of 2006. It builds no tree: elements count
// by a table (HtmlParserElement), whatever is around them; URLs in CSS and in onclick are found by
// patterns; texts are counted in UTF-16 code units. Programs that read WAT files expect these
// results, so this reader follows the extractor even where it errs. Only the member "resolved" is
// ours: the URL that a browser makes of "url".
//
//   <p><a href="/x">The <b>dome</b></a>
//   {"path":"A@/href","url":"/x","resolved":"https://h.example/x","text":"The dome"}
//
// Each tag with a URL makes one entry of one of four lists. Most entries are complete at their
// start tag. That of an anchor has its text last, so it waits for its end tag, and as anchors nest,
// the open entries are a stack (OpenEntries). A page may open an anchor with every tag: 256 of them
// collect text, and of the deeper ones only the offset is stored (deep_anchors.h).
//
// Cost: time linear in the page. The JSON may be ten times as long as the page, so complete entries
// go into chunks, and large chunks out of memory (text::ChunkStore). Resolved URLs have a budget of
// 24 bytes a byte of page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/wat/deep_anchors.h"
#include "hrefkit/archive/wat/html_parser_lexer.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/archive/wat_page.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/text/chunked_text.h"

namespace hrefkit::archive {

// The texts of titles and anchors, with the white space of the reference extractor.

/// At most this many UTF-16 code units of a text are kept.
inline constexpr std::size_t max_html_parser_text = 128;

/// Stores the part of a page's text on which the white space of the next text depends.
class HtmlParserText {
 public:
  /// Notes the border of a block, or of an element that is apart from the words around it.
  void separate() {
    after_space_ = true;
    passed_ = {};
  }

  /// Notes a text that is not collected. `raw` is as written, in a pre element or not. It must
  /// outlive this: only the next collected text looks at its end.
  void pass(std::string_view raw, bool in_pre) {
    if (raw.empty()) return;
    passed_ = raw;
    passed_in_pre_ = in_pre;
  }

  /// The text of a title or anchor: its first 128 UTF-16 code units, with runs of white space as
  /// one space outside of pre. Valid until the next call, and as long as `raw` is.
  std::string_view take(std::string_view raw, bool in_pre);

 private:
  void read_passed();
  std::string_view normalize(std::string_view text);
  std::string_view cut(std::string_view text);

  bool after_space_ = true;
  std::string_view passed_;  // the last text since then; empty without one
  bool passed_in_pre_ = false;
  std::string decoded_;
  std::string text_;
  std::string cut_;
};

/// The text of one open anchor.
class AnchorText {
 public:
  void clear();
  bool is_full() const { return length_ >= max_html_parser_text; }

  /// Appends as much as fits, without a space at the beginning or after one.
  void append(std::string_view text);

  /// Appends a space behind a word.
  void separate();

  /// The text without white space and control characters at its ends.
  std::string_view trimmed() const;

 private:
  std::string text_;
  std::size_t length_ = 0;  // in UTF-16 code units
};

/// `text` without bytes up to U+0020 at both ends, as Java's trim.
std::string_view java_trim(std::string_view text);

/// Reads one page after another. Its memory is used again.
class HtmlParserPage {
 public:
  /// The large parts go to `store`; null for memory.
  explicit HtmlParserPage(text::ChunkStore* store)
      : metas_(store), head_links_(store), scripts_(store), links_(store) {}

  void read(WatPage const& page);

  /// Appends the whole object. Its large parts are moved there.
  void append_to(text::ChunkedText& out, WatPage const& page);

  bool left_out_urls() const { return left_out_urls_; }

 private:
  /// An anchor without its end tag yet.
  struct OpenAnchor {
    std::size_t entry = 0;                  ///< among `entries_`
    bool has_entry = false;                 ///< it has an href
    std::optional<std::size_t> place = {};  ///< of a long tag, which is read again
    AnchorText text = {};
  };

  void start(WatPage const& page);
  void open(HtmlParserLexer const& lexer);
  void open_element(HtmlParserLexer const& lexer, HtmlParserElement const& element);
  void close(HtmlParserElement const* element);
  void close_title();
  void close_anchor();
  std::size_t place_of(HtmlParserLexer const& lexer) const;
  bool read_anchor_again(std::size_t place);
  void separate_anchors();
  void add_text(std::string_view raw);
  void add_anchor_text(std::string_view text);
  void add_style(std::string_view raw);
  void add_globals(HtmlParserLexer const& lexer);
  void open_anchor(HtmlParserLexer const& lexer, HtmlParserElement const& element);
  void add_meta(HtmlParserLexer const& lexer);
  void add_language(HtmlParserLexer const& lexer);
  void add_urls(HtmlParserLexer const& lexer, HtmlParserElement const& element,
                text::ChunkedText& list);
  void add_onclick(HtmlParserLexer const& lexer, std::string_view element);
  void add_url(HtmlParserLexer const& lexer, std::string_view raw, std::string_view element,
               HtmlParserUrl const& url);
  void add_resolved(std::string_view url, std::string_view element = {},
                    std::string_view attribute = {});
  void add_resolved_as(html::RelativeTo relative_to, std::string_view url);
  std::size_t begin_entry(text::ChunkedText* list);
  void add(ShortText const& start, std::string_view value);
  void finish_entry(text::ChunkedText& list, std::size_t entry);
  url::Resolver const& resolver_for(html::RelativeTo relative_to);
  url::Resolver in_utf_8(std::string_view base) const;
  std::string_view path(std::string_view element, std::string_view attribute);
  std::string_view decode(std::string_view raw);
  std::string_view decode_as_browsers(std::string_view raw);

  std::string_view page_;
  url::Resolver const* resolver_ = nullptr;
  std::optional<url::Resolver> utf_8_resolver_;
  std::optional<url::Resolver> own_resolver_;  // of the document's own address
  std::string_view address_;
  std::size_t url_budget_ = 0;
  bool left_out_urls_ = false;

  bool in_head_ = false;
  bool in_title_ = false;
  bool in_pre_ = false;
  bool in_svg_ = false;
  bool has_head_ = false;
  std::optional<std::string> base_;
  std::optional<std::string> title_;
  std::optional<std::string> title_text_;
  text::ChunkedText metas_;
  text::ChunkedText head_links_;
  text::ChunkedText scripts_;
  text::ChunkedText links_;

  OpenEntries entries_;
  std::size_t entry_ = 0;                // the last entry that was begun
  text::ChunkedText* target_ = nullptr;  // the list that gets it at once; null if it waits
  HtmlParserText text_;
  std::vector<OpenAnchor> anchors_;  // the first `open_anchors_` are open, the others are memory
  std::size_t open_anchors_ = 0;
  DeepAnchors deep_anchors_;
  bool anchors_separated_ = false;
  std::string path_;
  std::string decoded_;
  std::string resolved_;
};

}  // namespace hrefkit::archive
