// The encoding that an HTML document declares in a meta element.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// "Extract a character encoding from a meta element" (HTML Standard 2.5.5): the
/// encoding that the value of a content attribute names, as in "text/html; charset=koi8-r". UTF-16
/// means UTF-8, and x-user-defined windows-1252 (13.2.3.2).
std::optional<text::Encoding> encoding_in_content_attribute(std::string_view content);

/// The encoding that the first meta element with a usable declaration declares, found as browsers
/// find it. `bytes` is the document in an encoding that has ASCII; reads the head, or the first
/// kilobyte where that is more.
std::optional<text::Encoding> find_meta_encoding(std::string_view bytes);

}  // namespace hrefkit::html
