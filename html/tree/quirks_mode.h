// Whether a document is in quirks mode.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True if a document with the source text `before_first_tag` before its first tag is in quirks
/// mode: HTML Standard 13.2.6.4.1, 'The "initial" insertion mode'.
bool asks_for_quirks(std::string_view before_first_tag);

}  // namespace hrefkit::html
