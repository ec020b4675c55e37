// Keeps the first of attributes with the same name.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/syntax/tokenizer.h"

namespace hrefkit::html {

/// Removes every attribute whose name stands earlier in the list ("duplicate-attribute", HTML
/// standard 13.2.5.33), in time n log n. Spans refer to `text`.
void remove_duplicate_attributes(std::string_view text, std::vector<TagAttribute>& attributes);

}  // namespace hrefkit::html
