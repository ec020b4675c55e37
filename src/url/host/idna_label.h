// When a label is valid: the criteria of UTS #46 section 4.1 that look at the whole label.
#pragma once

#include <string_view>

namespace hrefkit::url {

/// RFC 5892 A.1 and A.2 (ContextJ): each U+200C and U+200D is in a place where it has a meaning.
bool has_valid_joiners(std::u32string_view label);

/// True when `text` holds a code point of Bidi_Class R, AL or AN, which makes its domain a "Bidi
/// domain name" (RFC 5893 section 1.4).
bool is_bidi(std::u32string_view text);

/// RFC 5893 section 2, "The Bidi Rule", for a label of a Bidi domain name. An empty label passes.
bool satisfies_bidi_rule(std::u32string_view label);

}  // namespace hrefkit::url
