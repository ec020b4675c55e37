// URLs of the URL Standard 2012-12-28: the parsed URL and its serialisation.
#pragma once

#include <optional>
#include <string>

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

/// "URL serializer" (5.3) without the exclude fragment flag.
void append_serialized(std::string& out, Url const& url);

}  // namespace hrefkit::url::whatwg_2012
