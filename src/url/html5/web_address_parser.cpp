// The algorithm encodes the whole string, "%" included, matches it and decodes each component.
// Decoding undoes the encoding exactly, since after step 2 every "%" is one of its own; so each
// component is a substring of the original.
//
// FAST: instead of rewriting the string, each character set of the grammar takes what steps 2 to 4
// turn into a <pct-encoded> at that place, and the original is matched. IPvFuture takes none, as
// it has no <pct-encoded>.
#include "hrefkit/url/html5/web_address_parser.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/html5/parser.h"

namespace hrefkit::url::web_address {

namespace {

/// Step 2's characters. "%" is among them, which here is a lone percent sign that matches.
constexpr text::ByteSet non_uri_characters = text::ByteSet::range(0x00, 0x20) |
                                             text::ByteSet::range(0x7F, 0xFF) |
                                             text::ByteSet("\x22\x3C\x3E\x5C\x5E\x60\x7B\x7C\x7D");
/// Step 3 encodes brackets except where an authority can stand.
constexpr text::ByteSet outside_authority = non_uri_characters | text::ByteSet("[]");

static_assert((rfc3986::gen_delims | rfc3986::sub_delims | rfc3986::unreserved |
               text::ByteSet("%")) == ~non_uri_characters,
              "the list of step 2 is what RFC 3986 has no character for");

constexpr rfc3986::Grammar grammar{
    .userinfo = rfc3986::userinfo_characters | non_uri_characters,
    .ip_future = rfc3986::ip_future_characters,
    .reg_name = rfc3986::reg_name_characters | non_uri_characters,
    .path = rfc3986::path_characters | outside_authority,
    .query = rfc3986::query_characters | outside_authority,
    .fragment = rfc3986::fragment_characters | outside_authority | text::ByteSet("#"),  // step 4
    .lone_percent = rfc3986::LonePercent::accepted,
    .lone_percent_in_reg_name = rfc3986::LonePercent::accepted,
};

}  // namespace

std::optional<rfc3986::Reference> parse(std::string_view address) {
  // Step 1; steps 2 to 6.
  return rfc3986::match(text::strip(address, html5::space_characters), grammar);
}

}  // namespace hrefkit::url::web_address
