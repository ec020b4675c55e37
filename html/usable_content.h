// What an element can use of the bytes to which its URL leads.
//
//   usable_content(link, block.element_of(link))   // UsableContent::picture for <img src>
//
// Servers answer many a missing address with a page of HTML. Where a reader follows a link, a page
// is as good as anything; a picture or a script in its place does not work. What each element needs
// is a column of the link table (LinkRow::usable); `rel`, `as` and `type` are read here.
#pragma once

#include <string_view>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"

namespace hrefkit::html {

/// What `link` can use; never `by_kind`. `element` is that of the link. HTML Standard, "processing
/// the link" of each type of link, "translate a preload destination"; Fetch, "destination".
UsableContent usable_content(Link const& link, ElementView const& element);

/// False for a link that can use anything, as nearly all do, whatever its element says.
bool needs_content(Link const& link);

/// The same for a link of the block.
///
/// FAST: nearly all links can use anything, whatever their elements say.
inline UsableContent usable_content(Link const& link, LinkBlock const& block) {
  return needs_content(link) ? usable_content(link, block.element_of(link))
                             : UsableContent::anything;
}

/// True for the media types of pages, HTML and XHTML.
constexpr bool is_page_type(std::string_view media_type) {
  return media_type == "text/html" || media_type == "application/xhtml+xml";
}

/// How bytes are sent, as far as it decides what can use them. MIME types in a folder are those
/// that servers send for the extensions.
struct SentContent {
  bool is_called_page = false;  ///< Content-Type is text/html or application/xhtml+xml
  bool is_page = false;         ///< the same, and the bytes begin as such a page
  bool is_sniffed = true;       ///< false with `X-Content-Type-Options: nosniff`
};

/// True where a page is sent that the link cannot use. Chromium shows a picture and runs a classic
/// script that come as text/html; modules are refused by their type alone, and so are style sheets
/// unless the document that asks for them is `in_quirks_mode` and of the same origin. Fetch,
/// "should response to request be blocked due to nosniff?"; HTML, "fetch a single module script";
/// CSSOM, "fetch a CSS style sheet".
constexpr bool is_useless_page(UsableContent usable, SentContent const& sent, bool in_quirks_mode) {
  switch (usable) {
    case UsableContent::by_kind:
    case UsableContent::anything:
      return false;
    case UsableContent::picture:
    case UsableContent::media:
    case UsableContent::track:
    case UsableContent::css_file:
    case UsableContent::manifest:
      return sent.is_page;
    case UsableContent::script:
      return sent.is_page || (sent.is_called_page && !sent.is_sniffed);
    case UsableContent::style_sheet:
      return sent.is_page || (sent.is_called_page && (!in_quirks_mode || !sent.is_sniffed));
    case UsableContent::module:
    case UsableContent::svg_element:
      return sent.is_called_page;
  }
  return false;
}

/// True where the answer is known by the type alone: the bytes need not be looked at.
constexpr bool is_decided_by_type(UsableContent usable, SentContent const& sent,
                                  bool in_quirks_mode) {
  return is_useless_page(usable, {sent.is_called_page, false, sent.is_sniffed}, in_quirks_mode) ==
         is_useless_page(usable, {sent.is_called_page, sent.is_called_page, sent.is_sniffed},
                         in_quirks_mode);
}

/// True for bytes that begin with a tag, a declaration or an XML declaration, after a byte order
/// mark, white space and whole comments: neither pictures nor scripts do.
bool begins_with_markup(std::string_view bytes);

/// True for a document of HTML in quirks mode, by what stands before its first tag.
bool is_in_quirks_mode(std::string_view text);

/// What the link needs, for people: "a picture". Empty for `anything`.
std::string_view description(UsableContent usable);

}  // namespace hrefkit::html
