// The parts of a URL as the API names them: the attributes of URL objects (URL standard 6.1), of
// URLUtils (URL Standard 2012-12-28, 7.2) and the URL decomposition attributes (HTML5 (W3C draft),
// 2.6.6).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/url/standard.h"

namespace hrefkit::url {

/// The attributes, in the order in which they are printed.
enum class UrlAttribute : std::uint8_t {
  href,
  origin,
  protocol,
  username,
  password,
  host,
  hostname,
  port,
  pathname,
  search,
  hash,
};

inline constexpr std::array<std::string_view, 11> url_attribute_names{
    "href",     "origin", "protocol", "username", "password", "host",
    "hostname", "port",   "pathname", "search",   "hash"};

/// The attribute's name, such as "hostname".
constexpr std::string_view name(UrlAttribute attribute) {
  return url_attribute_names[static_cast<std::size_t>(attribute)];
}

/// The attribute of that name, if there is one.
std::optional<UrlAttribute> url_attribute_from_name(std::string_view name);

/// True when the standard defines the attribute. HTML5 (W3C draft) and Web addresses in HTML 5 have
/// href and HTML5's seven, without origin, username and password.
constexpr bool has_attribute(Standard standard, UrlAttribute attribute) {
  return has_url_record(standard) ||
         (attribute != UrlAttribute::origin && attribute != UrlAttribute::username &&
          attribute != UrlAttribute::password);
}

/// True when the standard defines a setter of the attribute; origin is read-only.
constexpr bool has_setter(Standard standard, UrlAttribute attribute) {
  return attribute != UrlAttribute::origin && has_attribute(standard, attribute);
}

/// The attributes of one URL with the prefix or suffix that the API gives them ("http:", "?q",
/// "#f"): views of texts that the caller keeps.
class UrlAttributeValues {
 public:
  std::string_view& operator[](UrlAttribute attribute) {
    return values_[static_cast<std::size_t>(attribute)];
  }
  std::string_view operator[](UrlAttribute attribute) const {
    return values_[static_cast<std::size_t>(attribute)];
  }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::array<std::string_view, url_attribute_names.size()> values_ = {};
};

}  // namespace hrefkit::url
