// Where the components of a serialised URL lie.
#pragma once

#include <cstdint>

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
/// scheme_end + 1. "/." stands between them and the path when the host is null and the path
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

}  // namespace hrefkit::url
