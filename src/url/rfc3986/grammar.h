// RFC 3986's URI-reference grammar as a matcher whose character sets can be widened: the strict
// grammar, RFC 3987's, HTML5's and that of "Web addresses" are four values of one type.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url::rfc3986 {

// The character sets of RFC 3986's grammar (sections 2.2, 2.3 and 3), composed as it composes them.
// None holds "%": where a production takes <pct-encoded> is said beside its use.

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

/// Whether a "%" that two hex digits do not follow matches <pct-encoded>.
enum class LonePercent : std::uint8_t { rejected, accepted };

/// The variable parts of the grammar. The structure (which delimiter ends which component) is RFC
/// 3986's in all cases; no set may hold ":/?#@" beyond what its production holds there, except
/// that `fragment` may hold "#". Bytes from 0x80 on represent all characters from U+0080 on.
struct Grammar {
  text::ByteSet userinfo = rfc3986::userinfo_characters;
  text::ByteSet ip_future = rfc3986::ip_future_characters;
  text::ByteSet reg_name = rfc3986::reg_name_characters;
  text::ByteSet path = rfc3986::path_characters;
  text::ByteSet query = rfc3986::query_characters;
  text::ByteSet fragment = rfc3986::fragment_characters;
  LonePercent lone_percent = LonePercent::rejected;
  LonePercent lone_percent_in_reg_name = LonePercent::rejected;
};

/// The grammar of RFC 3986, appendix A, without changes.
inline constexpr Grammar uri_reference{};

/// What <host> matched. An IPv4 address matches <reg-name> too and needs no distinction here.
enum class HostForm : std::uint8_t { ip_literal, reg_name };

/// The substrings that the productions matched; views into the matched text.
struct Reference {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::optional<std::string_view> userinfo;
  std::optional<std::string_view> host;  ///< present exactly when `authority` is
  HostForm host_form = HostForm::reg_name;
  std::optional<std::string_view> port;
  std::string_view path;  ///< always matched by one of the five path productions
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// Matches the whole of `text` against <URI-reference> of `grammar`, in linear time. Where the
/// grammar is ambiguous the first alternative counts ("first-match-wins", section 3.2.2): an IP
/// literal before a reg-name. nullopt when it does not match.
std::optional<Reference> match(std::string_view text, Grammar const& grammar);

// Strict recognition of what RFC 3986 section 3.2.2 allows between the brackets of a host.

/// True when the whole of `text` matches <IPv4address>: four numbers to 255, no leading zeros.
bool is_ipv4_address(std::string_view text);

/// True when the whole of `text` matches <IPv6address>; it knows no zone identifiers.
bool is_ipv6_address(std::string_view text);

/// True when the whole of `text` matches <IPvFuture>, "v" and hex digits and "." and one or more
/// of `address_characters` (RFC 3986's own are rfc3986::ip_future_characters).
bool is_ip_future(std::string_view text, text::ByteSet const& address_characters);

}  // namespace hrefkit::url::rfc3986
