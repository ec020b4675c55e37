// One URL that an element carries in an attribute or in its text.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/link_table.h"

namespace hrefkit::html {

/// One URL of an element.
struct ElementUrl {
  LinkRow const* row = nullptr;  ///< what the attribute or the text is
  std::string_view raw = {};     ///< as the DOM has it
  text::Span span = {};          ///< as written, in the document's text; {} where it is not there
  std::uint32_t index = 0;       ///< counts the URLs of one value
  LinkKind kind = LinkKind::hyperlink;           ///< the row's, or the one that `rel` gives
  RelativeTo relative_to = RelativeTo::element;  ///< which URL it is relative to
  bool at_once = false;                          ///< a browser fetches it as the parser reaches it
  bool empty = false;                            ///< it is not fetched, and has no URL: Link::empty
};

}  // namespace hrefkit::html
