#include "hrefkit/url/url_attribute.h"

#include <array>

#include "hrefkit/url/whatwg_2012/url_utils.h"

namespace hrefkit::url {

std::optional<UrlAttribute> url_attribute_from_name(std::string_view wanted) {
  for (std::size_t i = 0; i < url_attribute_names.size(); ++i) {
    if (url_attribute_names[i] == wanted) return static_cast<UrlAttribute>(i);
  }
  return std::nullopt;
}

UrlAttributeValues attribute_values(Components const& components) {
  UrlAttributeValues values;
  values[UrlAttribute::href] = components.href;
  values[UrlAttribute::origin] = components.origin;
  values[UrlAttribute::protocol] = components.protocol;
  values[UrlAttribute::username] = components.username;
  values[UrlAttribute::password] = components.password;
  values[UrlAttribute::host] = components.host;
  values[UrlAttribute::hostname] = components.hostname;
  values[UrlAttribute::port] = components.port;
  values[UrlAttribute::pathname] = components.pathname;
  values[UrlAttribute::search] = components.search;
  values[UrlAttribute::hash] = components.hash;
  return values;
}

UrlAttributeValues attribute_values(Url const& url, std::string& origin) {
  origin = url.origin();
  UrlAttributeValues values;
  values[UrlAttribute::href] = url.href();
  values[UrlAttribute::origin] = origin;
  values[UrlAttribute::protocol] = url.protocol();
  values[UrlAttribute::username] = url.username();
  values[UrlAttribute::password] = url.password();
  values[UrlAttribute::host] = url.host();
  values[UrlAttribute::hostname] = url.hostname();
  values[UrlAttribute::port] = url.port();
  values[UrlAttribute::pathname] = url.pathname();
  values[UrlAttribute::search] = url.search();
  values[UrlAttribute::hash] = url.hash();
  return values;
}

void set_attribute(Url& url, UrlAttribute part, std::string_view value, text::Encoding encoding) {
  using Setter = bool (Url::*)(std::string_view);
  using U = Url;
  // By UrlAttribute; search takes the document's encoding, too.
  constexpr std::array<Setter, 11> setters{nullptr,          nullptr,          &U::set_protocol,
                                           &U::set_username, &U::set_password, &U::set_host,
                                           &U::set_hostname, &U::set_port,     &U::set_pathname,
                                           nullptr,          &U::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(part)];
  if (setter != nullptr) (url.*setter)(value);
  if (part == UrlAttribute::search) url.set_search(value, encoding);
}

void set_attribute(whatwg_2012::Url& url, UrlAttribute part, std::string_view value,
                   text::Encoding encoding) {
  namespace old = whatwg_2012;
  using Setter = void (*)(old::Url&, std::string_view);
  constexpr std::array<Setter, 11> setters{nullptr,           nullptr,           old::set_protocol,
                                           old::set_username, old::set_password, old::set_host,
                                           old::set_hostname, old::set_port,     old::set_pathname,
                                           nullptr,           old::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(part)];
  if (setter != nullptr) setter(url, value);
  if (part == UrlAttribute::search) old::set_search(url, value, encoding);
}

std::optional<html5::Attribute> html5_attribute(UrlAttribute part) {
  using A = html5::Attribute;
  switch (part) {
    case UrlAttribute::protocol:
      return A::protocol;
    case UrlAttribute::host:
      return A::host;
    case UrlAttribute::hostname:
      return A::hostname;
    case UrlAttribute::port:
      return A::port;
    case UrlAttribute::pathname:
      return A::pathname;
    case UrlAttribute::search:
      return A::search;
    case UrlAttribute::hash:
      return A::hash;
    case UrlAttribute::href:
    case UrlAttribute::origin:
    case UrlAttribute::username:
    case UrlAttribute::password:
      break;
  }
  return std::nullopt;
}

}  // namespace hrefkit::url
