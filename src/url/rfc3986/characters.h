// The character sets of RFC 3986's grammar (sections 2.2, 2.3 and 3), composed as it composes them.
// None holds "%": where a production takes <pct-encoded> is said beside its use.
#pragma once

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url::rfc3986 {

inline constexpr text::ByteSet gen_delims{":/?#[]@"};
inline constexpr text::ByteSet sub_delims{"!$&'()*+,;="};
inline constexpr text::ByteSet unreserved = text::ascii_alphanumeric | text::ByteSet("-._~");

inline constexpr text::ByteSet userinfo_characters = unreserved | sub_delims | text::ByteSet(":");
inline constexpr text::ByteSet ip_future_characters = unreserved | sub_delims | text::ByteSet(":");
inline constexpr text::ByteSet reg_name_characters = unreserved | sub_delims;
inline constexpr text::ByteSet pchar = unreserved | sub_delims | text::ByteSet(":@");
inline constexpr text::ByteSet path_characters = pchar | text::ByteSet("/");
inline constexpr text::ByteSet query_characters = pchar | text::ByteSet("/?");
inline constexpr text::ByteSet fragment_characters = query_characters;

/// What ends an <authority>.
inline constexpr text::ByteSet authority_ends{"/?#"};

}  // namespace hrefkit::url::rfc3986
