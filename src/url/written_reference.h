// What is seen in a reference before it is parsed (URL Standard 4.4, "basic URL parser", steps 1
// and 3).
#pragma once

#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// What is stripped from both ends of a URL.
inline constexpr text::ByteSet c0_control_or_space = text::c0_control | text::ByteSet(" ");
/// What is removed in every place.
inline constexpr text::ByteSet ascii_tab_or_newline{"\t\n\r"};

/// True for a reference that is empty or a fragment alone: "" and "#f", with what is stripped
/// around them or without.
inline bool is_fragment_only(std::string_view reference) {
  reference = text::strip(reference, c0_control_or_space);
  return reference.empty() || reference[0] == '#';
}

}  // namespace hrefkit::url
