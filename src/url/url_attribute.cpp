#include "hrefkit/url/url_attribute.h"

namespace hrefkit::url {

std::optional<UrlAttribute> url_attribute_from_name(std::string_view wanted) {
  for (std::size_t i = 0; i < url_attribute_names.size(); ++i) {
    if (url_attribute_names[i] == wanted) return static_cast<UrlAttribute>(i);
  }
  return std::nullopt;
}

}  // namespace hrefkit::url
