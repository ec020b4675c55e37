#include "hrefkit/url/html5/components.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/scheme.h"

namespace hrefkit::url::html5 {

namespace {

std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

// An empty port is not a number, so it differs from every default port.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference) {
  if (!reference.scheme || !reference.port) return reference.host;
  const std::string_view port = without_leading_zeros(*reference.port);
  if (!port.empty() && port == default_port(*reference.scheme, Standard::html5)) {
    return reference.host;
  }
  const std::string_view authority = *reference.authority;
  const std::size_t userinfo = reference.userinfo ? reference.userinfo->size() + 1 : 0;
  return authority.substr(userinfo);
}

std::string_view host_specific(std::string_view url, rfc3986::Reference const& reference) {
  const std::string_view stripped = text::strip(url, space_characters);
  if (!reference.authority) return stripped;
  const char* const end = reference.authority->data() + reference.authority->size();
  return stripped.substr(static_cast<std::size_t>(end - stripped.data()));
}

}  // namespace hrefkit::url::html5
