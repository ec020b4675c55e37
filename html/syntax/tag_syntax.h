// What ends the parts of a tag (HTML Standard 13.2.5.8 and 13.2.5.32 to 13.2.5.38). CR counts,
// since it becomes LF before tags are read (13.2.3.5).
#pragma once

#include "hrefkit/text/byte_set.h"

namespace hrefkit::html::tag_syntax {

inline constexpr text::ByteSet white_space = text::ascii_whitespace;
inline constexpr text::ByteSet tag_name_end = white_space | text::ByteSet("/>");
inline constexpr text::ByteSet attribute_name_end = white_space | text::ByteSet("/>=");
inline constexpr text::ByteSet unquoted_value_end = white_space | text::ByteSet(">");

}  // namespace hrefkit::html::tag_syntax
