// The grammars of HTML5 (W3C draft) and of Web addresses in HTML 5: RFC 3986's grammar with more
// characters. The two drafts differ in nothing else.
//
// Web addresses in HTML 5 (2, "parse a Web address") encodes the whole string, "%" included,
// matches RFC 3986's own grammar and decodes each component. Decoding undoes the encoding exactly,
// because after step 2 every "%" is the draft's own; so each component is a substring of the
// original.
//
// FAST: no string is rewritten. Each character set takes what steps 2 to 4 turn into a
// <pct-encoded> at that place, and the original is matched. <IPvFuture> takes none, because it has
// no <pct-encoded>.
#pragma once

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url::html5 {

/// HTML5 (W3C draft), 2.6.2 step 2, first and second exception: what joins <unreserved>.
inline constexpr text::ByteSet added_unreserved =
    text::ByteSet::range(0x00, 0x20) | text::ByteSet::range(0x7F, 0xFF) |
    text::ByteSet("\x22\x3C\x3E\x5B\x5C\x5D\x5E\x60\x7B\x7C\x7D");

static_assert((rfc3986::unreserved & added_unreserved) == text::ByteSet{});
static_assert((rfc3986::unreserved | rfc3986::sub_delims | added_unreserved |
               text::ByteSet("%:/?#@")) == text::ByteSet::range(0x00, 0xFF),
              "2.6.2 leaves only the delimiters and the percent sign out");

/// RFC 3986's grammar with the exceptions of HTML5 (W3C draft), 2.6.2 step 2.
inline constexpr rfc3986::Grammar html5_grammar{
    .userinfo = rfc3986::userinfo_characters | added_unreserved,
    .ip_future = rfc3986::ip_future_characters | added_unreserved,
    .reg_name = rfc3986::reg_name_characters | added_unreserved,
    .path = rfc3986::path_characters | added_unreserved,
    .query = rfc3986::query_characters | added_unreserved,
    .fragment =
        rfc3986::fragment_characters | added_unreserved | text::ByteSet("#"),  // fourth exception
    .lone_percent = rfc3986::LonePercent::accepted,                            // third exception
    .lone_percent_in_reg_name = rfc3986::LonePercent::rejected,
};

/// The characters of step 2 of "parse a Web address". "%" is one of them, which here is a lone
/// percent sign that matches.
inline constexpr text::ByteSet non_uri_characters =
    text::ByteSet::range(0x00, 0x20) | text::ByteSet::range(0x7F, 0xFF) |
    text::ByteSet("\x22\x3C\x3E\x5C\x5E\x60\x7B\x7C\x7D");
/// Step 3 encodes brackets except where an authority is possible.
inline constexpr text::ByteSet outside_authority = non_uri_characters | text::ByteSet("[]");

static_assert((rfc3986::gen_delims | rfc3986::sub_delims | rfc3986::unreserved |
               text::ByteSet("%")) == ~non_uri_characters,
              "step 2 lists the characters for which RFC 3986 has no production");

/// What "parse a Web address" accepts.
inline constexpr rfc3986::Grammar web_address_grammar{
    .userinfo = rfc3986::userinfo_characters | non_uri_characters,
    .ip_future = rfc3986::ip_future_characters,
    .reg_name = rfc3986::reg_name_characters | non_uri_characters,
    .path = rfc3986::path_characters | outside_authority,
    .query = rfc3986::query_characters | outside_authority,
    .fragment = rfc3986::fragment_characters | outside_authority | text::ByteSet("#"),  // step 4
    .lone_percent = rfc3986::LonePercent::accepted,
    .lone_percent_in_reg_name = rfc3986::LonePercent::accepted,
};

}  // namespace hrefkit::url::html5
