// The encode sets of the URL Standard 2012-12-28.
#pragma once

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url::whatwg_2012 {

/// Every set holds all bytes above 0x7E, so that one byte at a time suffices to encode UTF-8.
inline constexpr text::ByteSet simple_encode_set =
    text::c0_control | text::ByteSet::range(0x7F, 0xFF);
inline constexpr text::ByteSet default_encode_set = simple_encode_set | text::ByteSet(" \"#<>?`");
inline constexpr text::ByteSet password_encode_set = default_encode_set | text::ByteSet("/@\\");
inline constexpr text::ByteSet username_encode_set = password_encode_set | text::ByteSet(":");

/// Query state, step 1.3.1: the bytes of an encoded query that are percent-encoded.
inline constexpr text::ByteSet query_encode_set = text::ByteSet::range(0x00, 0x20) |
                                                  text::ByteSet::range(0x7F, 0xFF) |
                                                  text::ByteSet("\x22\x23\x3C\x3E\x60");

}  // namespace hrefkit::url::whatwg_2012
