// URLs of the URL Standard of 28 December 2012 (seeds/003): the parsed URL and its serialisation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url::whatwg_2012 {

/// A "parsed URL" (section 5). A default-constructed one is cleared as 5.2 clears it. A value.
struct Url {
  std::string scheme;       ///< in lower case
  std::string scheme_data;  ///< for URLs without the relative flag
  std::string username;
  std::optional<std::string> password;
  std::optional<std::string> host;  ///< serialised (4.3): a domain, or an IPv6 address in brackets
  std::string port;                 ///< digits; empty for the default port or none
  /// The list of path segments, "/" before each: "" is the empty list, "/" one empty segment.
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
  bool relative = false;  ///< the relative flag: the scheme is a relative scheme
};

/// True for the "relative schemes" of section 5: ftp file gopher http https ws wss. `scheme` is in
/// lower case.
bool is_relative_scheme(std::string_view scheme);

/// The "default port" of a relative scheme, empty for file and all others.
std::string_view default_port(std::string_view scheme);

/// "URL serializer" (5.3); Fragment::excluded is its exclude fragment flag.
void append_serialized(std::string& out, Url const& url, Fragment fragment = Fragment::included);

}  // namespace hrefkit::url::whatwg_2012
