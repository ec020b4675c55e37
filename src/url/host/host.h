// Hosts: domains, IP addresses and opaque hosts (URL standard, section 3).
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/note_writer.h"
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

}  // namespace hrefkit::url
