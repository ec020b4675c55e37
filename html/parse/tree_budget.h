// What makes a document too costly for a tree.
//
// HTML lets a short text ask for a tree of any depth, and for many more elements than the text has
// tags: formatting elements that were left open are made again in every block after them. A tree
// builder that follows the standard spends time and memory on that without bound. The budgets are
// in proportion to the size of the text, so that every text is read in linear time and memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

/// Why no tree is built for a document.
enum class ExcessiveTree : std::uint8_t {
  none,
  depth,       ///< elements are open deeper than browsers nest them
  formatting,  ///< formatting elements are made again too often
  size,        ///< there are more elements than a tree should hold
  patches,     ///< too much is looked for to put the content of templates elsewhere
  misread,     ///< not the cost: Gumbo would misread it, see gumbo_guard.cpp
};

/// What a note says of it, such as "elements nest too deep".
std::string_view message(ExcessiveTree excess);

/// The most elements that are open at once, without html, head and body: as in Chromium.
inline constexpr std::size_t max_depth = 512;

/// What is too much in `work`, which is done for a text of `text_size` bytes.
ExcessiveTree excess_of(TreeWork const& work, std::size_t text_size);

}  // namespace hrefkit::html
