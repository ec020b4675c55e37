// The elements of one name in a text of HTML, found without a tree.
//
//   for (html::FoundElement const& meta : html::find_elements(text, "meta", false)) {
//     if (meta.element.attribute("name") == "author") ...
//   }
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/element_view.h"

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

}  // namespace hrefkit::html
