#include "hrefkit/cli/url_part.h"

namespace hrefkit::cli {

std::optional<UrlPart> url_part_from_name(std::string_view wanted) {
  for (std::size_t i = 0; i < url_part_names.size(); ++i) {
    if (url_part_names[i] == wanted) return static_cast<UrlPart>(i);
  }
  return std::nullopt;
}

UrlPartValues part_values(url::Components const& components) {
  UrlPartValues values;
  values[UrlPart::href] = components.href;
  values[UrlPart::origin] = components.origin;
  values[UrlPart::protocol] = components.protocol;
  values[UrlPart::username] = components.username;
  values[UrlPart::password] = components.password;
  values[UrlPart::host] = components.host;
  values[UrlPart::hostname] = components.hostname;
  values[UrlPart::port] = components.port;
  values[UrlPart::pathname] = components.pathname;
  values[UrlPart::search] = components.search;
  values[UrlPart::hash] = components.hash;
  return values;
}

UrlPartValues part_values(url::Url const& url, std::string& origin) {
  origin = url.origin();
  UrlPartValues values;
  values[UrlPart::href] = url.href();
  values[UrlPart::origin] = origin;
  values[UrlPart::protocol] = url.protocol();
  values[UrlPart::username] = url.username();
  values[UrlPart::password] = url.password();
  values[UrlPart::host] = url.host();
  values[UrlPart::hostname] = url.hostname();
  values[UrlPart::port] = url.port();
  values[UrlPart::pathname] = url.pathname();
  values[UrlPart::search] = url.search();
  values[UrlPart::hash] = url.hash();
  return values;
}

}  // namespace hrefkit::cli
