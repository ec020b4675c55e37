// The URL standard's percent-encode sets (section 1.3), each composed from the one it extends.
#pragma once

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// Every set holds all bytes above 0x7E, so that one byte at a time suffices to encode UTF-8.
inline constexpr text::ByteSet c0_control_percent_encode_set =
    text::c0_control | text::ByteSet::range(0x7F, 0xFF);
inline constexpr text::ByteSet fragment_percent_encode_set =
    c0_control_percent_encode_set | text::ByteSet(" \"<>`");
inline constexpr text::ByteSet query_percent_encode_set =
    c0_control_percent_encode_set | text::ByteSet(" \"#<>");
inline constexpr text::ByteSet special_query_percent_encode_set =
    query_percent_encode_set | text::ByteSet("'");
inline constexpr text::ByteSet path_percent_encode_set =
    query_percent_encode_set | text::ByteSet("?^`{}");
inline constexpr text::ByteSet userinfo_percent_encode_set =
    path_percent_encode_set | text::ByteSet("/:;=@[\\]|");
inline constexpr text::ByteSet component_percent_encode_set =
    userinfo_percent_encode_set | text::ByteSet("$%&+,");
inline constexpr text::ByteSet form_urlencoded_percent_encode_set =
    component_percent_encode_set | text::ByteSet("!'()~");

static_assert(form_urlencoded_percent_encode_set ==
                  ~(text::ascii_alphanumeric | text::ByteSet("*-._")),
              "the standard's note on the set");

}  // namespace hrefkit::url
