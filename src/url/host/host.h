// Hosts: domains, IP addresses and opaque hosts (URL standard, section 3).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/error.h"

namespace hrefkit::url {

/// The host parser's `isOpaque`: hosts of special schemes are domains or IP addresses, other
/// hosts are opaque.
enum class HostSyntax { domain, opaque };

/// "Forbidden host code point".
inline constexpr text::ByteSet forbidden_host_code_points{
    std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17)};

/// "Forbidden domain code point".
inline constexpr text::ByteSet forbidden_domain_code_points =
    forbidden_host_code_points | text::c0_control | text::ByteSet("%\x7F");

/// The bytes of domains that the host parser leaves as they are, unless they are IPv4 addresses.
inline constexpr text::ByteSet plain_domain_bytes =
    ~(forbidden_domain_code_points | text::ascii_upper | text::non_ascii);

/// "Host parser" (3.5) and "host serializer" (3.6) in one: appends the serialised host to `out`.
/// `input` is valid UTF-8, not empty for HostSyntax::domain. On failure `out` is as before.
tl::expected<void, Error> append_host(std::string& out, std::string_view input, HostSyntax syntax,
                                      NoteWriter const& notes);

/// "Domain to Unicode" (3.3) for display: the labels in their own scripts, or `domain` itself
/// where that fails.
std::string domain_to_unicode(std::string_view domain);

// IPv4 addresses as the URL standard reads and writes them (sections 3.5, 3.6).

/// "Ends in a number checker": whether a domain (ASCII, not empty) is to be read as IPv4.
bool ends_in_a_number(std::string_view domain);

/// "IPv4 parser": the address, its first part in the highest byte. One to four parts, each
/// decimal, octal ("0…") or hexadecimal ("0x…"). Fails with Error::invalid_ipv4. Notes have
/// offset 0.
tl::expected<std::uint32_t, Error> parse_ipv4(std::string_view domain, NoteWriter const& notes);

/// "IPv4 serializer": four decimal numbers.
void append_ipv4(std::string& out, std::uint32_t address);

// IPv6 addresses as the URL standard reads and writes them (sections 3.5, 3.6).

/// Eight pieces, the first the most significant.
using Ipv6Address = std::array<std::uint16_t, 8>;

/// "IPv6 parser": `text` is the text between the brackets. Fails with Error::invalid_ipv6.
tl::expected<Ipv6Address, Error> parse_ipv6(std::string_view text, NoteWriter const& notes);

/// "IPv6 serializer": the shortest form, without brackets.
void append_ipv6(std::string& out, Ipv6Address const& address);

}  // namespace hrefkit::url
