// Keeps the first of attributes with the same name.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/tokenizer.h"

namespace hrefkit::html {

/// True when two names as written are the same to the tokenizer: ASCII letters in any case, and a
/// NUL byte the same as the U+FFFD that it becomes.
bool same_name(std::string_view a, std::string_view b);

/// Removes every attribute whose name stands earlier in the list ("duplicate-attribute", HTML
/// standard 13.2.5.33), in time n log n. Spans refer to `text`.
void remove_duplicate_attributes(std::string_view text, std::vector<TagAttribute>& attributes);

}  // namespace hrefkit::html
