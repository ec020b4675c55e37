// Whether text between two tags is more than white space.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True when text between tags holds more than white space (as characters or references) and
/// comments.
bool has_visible_text(std::string_view written);

}  // namespace hrefkit::html
