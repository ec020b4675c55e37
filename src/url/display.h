// URLs for display: hosts and percent-encoded text in their own script.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

/// A path, query or fragment (or a part of one) with its percent-encoded UTF-8 decoded, as "URL
/// rendering" (URL standard 4.8.3) has it. ASCII stays encoded, so that the result parses to the
/// same URL except for the case of hex digits. Bytes that are not UTF-8 stay encoded, too, and so
/// do invisible characters: spaces, controls, bidi marks and other formatting. The result is valid
/// UTF-8.
std::string display_component(std::string_view component);

/// True for a character beyond ASCII that nobody sees.
bool is_invisible(char32_t code_point);

/// The whole URL with its hostname and its components in that form.
std::string display(Url const& url);

}  // namespace hrefkit::url
