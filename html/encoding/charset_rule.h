// The encoding that the `@charset` of a style sheet names.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// CSS Syntax 3, section 3.2, "determine the fallback encoding", step 2: what stands in
/// `@charset "...";` at the very start of the bytes, in exactly this form. UTF-16 means UTF-8: the
/// declaration itself could not be read otherwise. Nothing without one, or for an unknown label.
std::optional<text::Encoding> encoding_in_charset_rule(std::string_view bytes);

}  // namespace hrefkit::html
