// The offsets of the components of a serialised URL, under any standard.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::url {

/// Offsets into a serialised URL, 32 bit each:
///
///     https://user:pass@example.com:1234/foo/bar?baz#quux
///          |  |   |     |          |    |       |   |
///          |  |   |     |          |    |       |   fragment_begin: "#", or the end
///          |  |   |     |          |    |       query_begin: "?", or fragment_begin
///          |  |   |     |          |    path_begin
///          |  |   |     |          host_end: ":" before the port, or "/." before the path, or
///          |  |   |     |                    path_begin
///          |  |   |     host_begin: after "@"
///          |  |   username_end: ":" or "@", or host_begin without credentials
///          |  scheme_end + 3: the username, if there is one
///          scheme_end: ":"
///
/// With a null host there is no "//", and username_end, host_begin and host_end are
/// scheme_end + 1. "/." is between them and the path when the host is null and the path
/// begins with "//".
struct UrlOffsets {
  std::uint32_t scheme_end = 0;
  std::uint32_t username_end = 0;
  std::uint32_t host_begin = 0;
  std::uint32_t host_end = 0;
  std::uint32_t path_begin = 0;
  std::uint32_t query_begin = 0;
  std::uint32_t fragment_begin = 0;

  bool has_host() const { return host_begin != scheme_end + 1; }

  bool operator==(UrlOffsets const&) const = default;
};

/// Splits an absolute URL that some standard serialised, of at most 4 GiB: the components of RFC
/// 3986 (appendix B); in the authority, the userinfo ends at the last "@" and the port begins at
/// the first ":" after that and after the last "]". Any other string gives offsets within it.
UrlOffsets find_offsets(std::string_view url);

/// True when two URLs that some standard serialised have a host, and scheme, host and port in
/// common.
bool have_same_origin(std::string_view one, std::string_view other);

}  // namespace hrefkit::url
