// Where an element ends, read from the source: for documents whose elements are listed instead of
// nested (NoteKind::nesting_flattened).
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::site {

/// The offset past the end tag of the element `name` (lower case) whose start tag ends at `from`.
/// Elements of the same name within it have end tags of their own; comments do not count. Without
/// an end tag the element goes to the end of the text.
std::uint32_t end_of_element(std::string_view text, std::string_view name, std::uint32_t from);

}  // namespace hrefkit::site
