// The elements of one name in a text of HTML, found without a tree, and the links of given tags.
//
//   for (html::FoundElement const& meta : html::find_elements(text, "meta", false)) {
//     if (meta.element.attribute("name") == "author") ...
//   }
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// An element of a text, which it views.
struct FoundElement {
  ElementView element;
  std::string_view content = {};  ///< the text behind its tag, up to the next tag
};

/// The elements with that name, in lower case, that the parser makes of a text: not those in
/// comments, in raw text, and in templates. The documents in frames are not read. Takes time linear
/// in the text.
std::vector<FoundElement> find_elements(std::string_view text, std::string_view name,
                                        bool scripting);

/// True for a link that `find_tag_links` finds: one in an attribute of an HTML element, which had
/// its URL from the base of its page, in the file's own document.
bool is_found_by_tag(Link const& link, LinkBlock const& block);

/// Finds such links again: passes those of the start tags at these offsets of a text
/// (Link::element_key) to `sink` in one block, as they were, with the base of the page.
void find_tag_links(std::string_view text, std::span<std::uint32_t const> tags,
                    LinkBase const& base, AlsoFind const& also, LinkSink const& sink);

}  // namespace hrefkit::html
