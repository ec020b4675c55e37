// What holds for the links of every file.
#pragma once

#include <algorithm>
#include <string>

#include "fuzz/require.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::fuzz {

inline void require_link(html::Link const& link, html::LinkBlock const& block) {
  require(link.span.begin <= link.span.end && link.span.end <= block.text.size(),
          "links stand in the text");
  require(text::find_invalid_utf8(link.raw) == link.raw.size(), "links are UTF-8");
  require(link.base < block.bases.size() && link.context < block.contexts.size(),
          "links have a base and a context");
  // Style sheets have no elements, nor has the object that is a whole manifest.
  require(!link.element.empty() || link.ns == html::Namespace::none, "links have an element");
  require(!name(link.kind).empty(), "links have a kind");
  require(!link.local || link.raw.starts_with('#'), "only fragments are local");
}

/// True for links that may share their place: what only some programs take for a link, such as the
/// content of a meta element, may be something else to others.
inline bool may_share_its_place(html::Link const& link) {
  return link.kind == html::LinkKind::metadata;
}

/// The links of a document that has no entities come in source order, and none begins before the
/// last has ended. Takes block after block.
class LinkOrder {
 public:
  void take(html::LinkBlock const& block) {
    require(!block.links.empty() && block.links.size() <= html::max_link_block,
            "blocks are neither empty nor large");
    for (html::Link const& link : block.links) {
      require(link.span.begin >= begin_, "links come in the order of the source");
      begin_ = link.span.begin;
      if (may_share_its_place(link)) continue;
      require(begin_ >= end_, "no place is reported twice");
      end_ = link.span.end;
    }
  }

 private:
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
};

inline void require_note(html::Note const& note, std::string_view text) {
  require(note.span.begin <= note.span.end && note.span.end <= text.size(),
          "notes are about places in the text");
  require(!note.message.empty() && !name(note.kind).empty(), "notes have a message and a kind");
}

/// Reads the links of a document by its tree and checks them; `check` gets each with its block.
template <typename Check>
void require_links(html::SourceText const& source, html::DocumentOptions const& options,
                   Check check) {
  const auto take = [&](html::LinkBlock const& block) {
    require(block.text == source.text, "places are places in the file");
    for (html::LinkBase const& base : block.bases) {
      require(base.declared.begin <= base.declared.end && base.declared.end <= source.text.size(),
              "bases are declared in the text");
    }
    for (html::Link const& link : block.links) {
      require_link(link, block);
      check(link, block);
    }
  };
  const auto take_note = [&](html::Note const& note) { require_note(note, source.text); };
  require(html::find_links(source, options, {.links = take, .notes = take_note}, html::Engine::dom)
              .has_value(),
          "every document is read");
}

}  // namespace hrefkit::fuzz
