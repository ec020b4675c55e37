#include "hrefkit/cli/resolve/selection.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"

namespace hrefkit::cli {

bool is_selected(std::span<html::LinkKind const> kinds, html::LinkKind kind) {
  return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_selected(std::span<html::LinkKind const> kinds, std::span<std::string const> elements,
                 html::Link const& link) {
  if (!is_selected(kinds, link.kind)) return false;
  return elements.empty() ||
         std::any_of(elements.begin(), elements.end(), [&](std::string const& element) {
           return text::equals_ignoring_ascii_case(element, link.element);
         });
}

}  // namespace hrefkit::cli
