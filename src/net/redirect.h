// Redirects by the URL and Fetch Standards, and the userinfo of URLs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

/// 301, 302, 303, 307, 308.
bool is_redirect(int status);

/// Where an answer with such a status leads.
enum class Location : std::uint8_t {
  missing,       ///< it has no Location
  found,         ///< to an http or https URL
  bad_url,       ///< the Location does not resolve, or several differ
  other_scheme,  ///< to a URL of another scheme
};

struct Redirection {
  Location location = Location::missing;
  std::optional<url::Url> target = {};  ///< there for found and other_scheme
};

/// Resolves Location against `from` (Fetch 2.2.6, "location URL"). The fragment of Location wins,
/// else that of `from` stays. Bytes that are not ASCII are percent-encoded as they are.
Redirection redirection(url::Url const& from, http::Fields const& fields);

/// Two URLs are of one origin: scheme, host name and port.
bool have_same_origin(url::Url const& a, url::Url const& b);

/// The value of Authorization for the userinfo of `url`, "Basic dTpw"; nullopt without userinfo.
std::optional<std::string> basic_credentials(url::Url const& url);

/// The URL without userinfo and fragment: what a request asks for.
std::string request_url(url::Url const& url);

/// The userinfo of a serialised URL, without its "@"; nullopt without userinfo.
std::optional<std::string_view> userinfo_of(std::string_view href);

/// A serialised URL without its userinfo.
std::string without_userinfo(std::string_view href);

using url::masked_url;

}  // namespace hrefkit::net
