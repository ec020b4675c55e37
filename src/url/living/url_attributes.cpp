// The attributes of a URL by their enumerators.
#include <array>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

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

bool is_settable(Url const& url, UrlAttribute attribute) {
  switch (attribute) {
    case UrlAttribute::username:
    case UrlAttribute::password:
    case UrlAttribute::port:
      // "Cannot have a username/password/port" (URL standard 4.1).
      return !url.hostname().empty() && url.scheme_kind() != SchemeKind::file;
    case UrlAttribute::host:
    case UrlAttribute::hostname:
    case UrlAttribute::pathname:
      return !url.has_opaque_path();
    case UrlAttribute::protocol:
    case UrlAttribute::search:
    case UrlAttribute::hash:
      return true;
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
  return false;
}

void set_attribute(Url& url, UrlAttribute attribute, std::string_view value,
                   text::Encoding encoding) {
  if (attribute == UrlAttribute::search) {
    url.set_search(value, encoding);
    return;
  }
  using Setter = bool (Url::*)(std::string_view);
  // By UrlAttribute.
  constexpr std::array<Setter, url_attribute_names.size()> setters{nullptr,
                                                                   nullptr,
                                                                   &Url::set_protocol,
                                                                   &Url::set_username,
                                                                   &Url::set_password,
                                                                   &Url::set_host,
                                                                   &Url::set_hostname,
                                                                   &Url::set_port,
                                                                   &Url::set_pathname,
                                                                   nullptr,
                                                                   &Url::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(attribute)];
  if (setter != nullptr) (url.*setter)(value);
}

}  // namespace hrefkit::url
