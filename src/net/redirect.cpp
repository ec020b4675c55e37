#include "hrefkit/net/redirect.h"

#include <cstddef>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/text/base64.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/result.h"

namespace hrefkit::net {

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Redirection redirection(url::Url const& from, http::Fields const& fields) {
  std::optional<std::string_view> location;
  for (const std::string_view value : fields.all("Location")) {
    // As in browsers, an empty one is none.
    if (value.empty()) continue;
    if (location && *location != value) return {.location = Location::bad_url};
    location = value;
  }
  if (!location) return {};
  std::string written;
  url::append_percent_encoded(written, *location, text::non_ascii);
  auto target = url::Url::parse(written, {.base = &from});
  if (!target) return {.location = Location::bad_url};
  if (!target->fragment() && from.fragment()) target->set_hash(*from.fragment());
  const bool is_web = target->scheme() == "http" || target->scheme() == "https";
  return {.location = is_web ? Location::found : Location::other_scheme,
          .target = *std::move(target)};
}

bool have_same_origin(url::Url const& a, url::Url const& b) {
  return a.scheme() == b.scheme() && a.host() == b.host();
}

std::optional<std::string> basic_credentials(url::Url const& url) {
  if (!url.includes_credentials()) return std::nullopt;
  const std::string pair =
      url::percent_decode(url.username()) + ':' + url::percent_decode(url.password());
  std::string value = "Basic ";
  text::append_base64(value, pair);
  return value;
}

std::string request_url(url::Url const& url) {
  return without_userinfo(url.href(url::Fragment::excluded));
}

std::optional<std::string_view> userinfo_of(std::string_view href) {
  const std::size_t scheme = href.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  const std::string_view rest = href.substr(scheme + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  return authority.substr(0, at);
}

std::string without_userinfo(std::string_view href) {
  const auto userinfo = userinfo_of(href);
  if (!userinfo) return std::string(href);
  const auto begin = static_cast<std::size_t>(userinfo->data() - href.data());
  std::string result(href.substr(0, begin));
  result += href.substr(begin + userinfo->size() + 1);
  return result;
}

}  // namespace hrefkit::net
