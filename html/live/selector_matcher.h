// Which elements of a document many selectors match, found in one walk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/selector.h"

namespace hrefkit::html {

/// Receives an element, and the numbers of the selectors that match it, rising.
using SelectedVisitor = std::function<void(NodeId, std::span<std::uint32_t const>)>;

/// Calls `visit` for each element that at least one of `selectors` matches, in tree order.
void match_selectors(Document const& document, std::span<Selector const> selectors,
                     SelectedVisitor const& visit);

}  // namespace hrefkit::html
