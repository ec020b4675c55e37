// A URL as it is written in a value: the escapes of the value's grammar.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// `reference` as text of the value that the DOM has, in the place of a URL of that grammar.
/// `before` is the byte before the URL there; `quote` the quote around the attribute's value, or 0.
/// Where a grammar cannot hold a character at all, it is percent-encoded: a URL in a list has no
/// comma, a candidate of a srcset none at its end. The text is `reference` itself, or is kept in
/// `storage`.
std::string_view value_text(std::string& storage, LinkGrammar grammar, std::string_view reference,
                            char before, char quote);

/// True when `value_text` percent-encodes, so that the reference leads to another URL.
bool changes_url(LinkGrammar grammar, std::string_view reference, char before);

}  // namespace hrefkit::html
