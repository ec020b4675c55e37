// The visible texts of the links of an HTML document.
//
//   html::LinkTexts texts("<a href=x>The <b>dome</b></a>", false);
//   texts.find(0)   // "The dome", by the place of the start tag
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What counts as the text of a link.
enum class TextParts : std::uint8_t {
  visible,  ///< what readers see: with the `alt` of images
  content,  ///< the text content of the element alone; `area`, `img` and `input` have none
};

/// The texts of all links of one document. An `a` element has the text from its start tag to its
/// end tag, or to the next `a`, with the `alt` of the images in it; `area`, `img` and `input`
/// have their `alt`. A run of white space is one space; both ends have none. Scripts, styles and
/// comments have no text.
class LinkTexts {
 public:
  /// Longer texts are cut there, between two characters.
  static constexpr std::size_t max_bytes = 1024;

  /// Reads `text`, valid UTF-8 of at most 4 GiB, in time and memory linear in it. With `scripting`
  /// the content of noscript is text.
  LinkTexts(std::string_view text, bool scripting, TextParts parts = TextParts::visible);

  /// The text of the element whose start tag begins at byte `tag`; nullopt if no such element does.
  /// It lives as long as this.
  std::optional<std::string_view> find(std::uint32_t tag) const;

  /// The same for the last such start tag that begins at `place` or before it: that of the link
  /// whose URL stands there.
  std::optional<std::string_view> find_before(std::uint32_t place) const;

 private:
  struct Entry {
    std::uint32_t tag;
    text::Span span;  // in `texts_`
  };

  void add(std::uint32_t tag, std::string_view text);

  std::vector<Entry> entries_;  // by `tag`
  std::string texts_;
};

/// The texts of the links of one page and of the documents in its frames. A document is read when
/// the first of its links is asked for.
class PageTexts {
 public:
  explicit PageTexts(bool scripting = false, TextParts parts = TextParts::visible)
      : scripting_(scripting), parts_(parts) {}

  /// The text of a link of a block of the page, made with LinkSink::with_places; nullopt for what
  /// is no hyperlink of `a` and `area`, and no image of `img` and `input`. It lives as long as
  /// this.
  std::optional<std::string_view> find(LinkBlock const& block, Link const& link);

 private:
  std::map<std::uint32_t, LinkTexts> texts_;  // by the document's context
  bool scripting_;
  TextParts parts_;
};

/// Rows have so many bytes of a link's text at most.
inline constexpr std::size_t max_row_text = 200;

/// The text of a link for a row: that of its element in `texts`, which has those of the link's own
/// document, else its `aria-label`, else its `title`. White space is collapsed, and a text of more
/// than `max_row_text` bytes is cut between two characters. nullopt if it has none of them.
std::optional<std::string> text_of_link(LinkTexts const& texts, Link const& link,
                                        LinkBlock const& block);

}  // namespace hrefkit::html
