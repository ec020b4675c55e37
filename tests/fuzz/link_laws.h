// What holds for the links of every file.
#pragma once

#include <algorithm>
#include <string>

#include "fuzz/require.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::fuzz {

inline void require_link(html::Link const& link, html::LinkBlock const& block) {
  require(link.span.begin <= link.span.end && link.span.end <= block.text.size(),
          "links stand in the text");
  require(text::find_invalid_utf8(link.raw) == link.raw.size(), "links are UTF-8");
  require(link.base < block.bases.size() && link.context < block.contexts.size(),
          "links have a base and a context");
  require(!name(link.kind).empty() && !link.element.empty(), "links say what they are");
}

/// True for links that may share their place: what only some programs take for a link, such as the
/// content of a meta element, may be something else to others.
inline bool may_share_its_place(html::Link const& link) {
  return link.kind == html::LinkKind::metadata;
}

/// Links come in source order, and none begins before the last has ended.
inline void require_order(html::LinkBlock const& block) {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  for (html::Link const& link : block.links) {
    require(link.span.begin >= begin, "links come in the order of the source");
    begin = link.span.begin;
    if (may_share_its_place(link)) continue;
    require(begin >= end, "no place is reported twice");
    end = link.span.end;
  }
}

/// Reads the links of `text` and checks them; `check` takes each with its block, too.
template <typename Check>
void require_links(std::string_view text, html::DocumentOptions const& options, Check check) {
  html::Notes notes;
  html::find_links(
      text, nullptr, options,
      [&](html::LinkBlock const& block) {
        require(block.text == text, "places are places in the file");
        for (html::LinkBase const& base : block.bases) {
          require(base.declared.begin <= base.declared.end && base.declared.end <= text.size(),
                  "bases are declared in the text");
        }
        for (html::Link const& link : block.links) {
          require_link(link, block);
          check(link, block);
        }
      },
      notes);
  for (html::Note const& note : notes) {
    require(note.span.begin <= note.span.end && note.span.end <= text.size(),
            "notes are about places in the text");
    require(!note.message.empty() && !name(note.kind).empty(), "notes say something");
  }
}

}  // namespace hrefkit::fuzz
