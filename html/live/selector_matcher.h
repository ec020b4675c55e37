// Matches many selectors with the elements of a document in one walk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/selector.h"

namespace hrefkit::html {

/// Receives an element and the indexes of the selectors that match it, in rising order.
using SelectedVisitor = std::function<void(NodeId, std::span<std::uint32_t const>)>;

/// Calls `visit` for each element that at least one of `selectors` matches, in tree order.
void match_selectors(Document const& document, std::span<Selector const> selectors,
                     SelectedVisitor const& visit);

}  // namespace hrefkit::html
