// "Parse a URL" of the HTML5 drafts (seeds/001 2.6.2; seeds/004 appendix B is an earlier state of
// the same text): RFC 3986's grammar with more characters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url::html5 {

/// HTML's space characters, which are stripped from both ends.
inline constexpr text::ByteSet space_characters = text::ascii_whitespace;

/// 2.6.2 step 2, first and second exception: what joins <unreserved>.
inline constexpr text::ByteSet added_unreserved =
    text::ByteSet::range(0x00, 0x20) | text::ByteSet::range(0x7F, 0xFF) |
    text::ByteSet("\x22\x3C\x3E\x5B\x5C\x5D\x5E\x60\x7B\x7C\x7D");

/// RFC 3986's grammar with the exceptions of 2.6.2 step 2.
inline constexpr rfc3986::Grammar grammar{
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

/// Parses `url` (UTF-8; bytes that are not count as characters of their own) into its components,
/// which are views into it. Nothing when it does not match.
std::optional<rfc3986::Reference> parse(std::string_view url);

/// The default port of `scheme`, whatever its case, as digits; empty when it has none.
std::string_view default_port(std::string_view scheme);

/// The <hostport> component: host ":" port when there is a scheme and a port other than the
/// scheme's default port (as a number), else the host. Nothing without an authority. A view into
/// the text that was parsed.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference);

/// The <host-specific> component of `url`, the text that was parsed to `reference`: what follows
/// the authority, or all of it without one. A view into `url`.
std::string_view host_specific(std::string_view url, rfc3986::Reference const& reference);

}  // namespace hrefkit::url::html5
