// The parts of a URL as the API names them (URL Standard 6.1; the URL decomposition attributes of
// the older texts): by number and by name, read and set under any standard.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/components.h"
#include "hrefkit/url/decomposition.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012/base.h"

namespace hrefkit::url {

/// Href, origin and the nine attributes, in the order in which they are printed. HTML5's drafts
/// have href and the seven from protocol to hash but for username and password.
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
constexpr std::string_view name(UrlAttribute part) {
  return url_attribute_names[static_cast<std::size_t>(part)];
}

/// The part of that name, if there is one.
std::optional<UrlAttribute> url_attribute_from_name(std::string_view name);

/// The parts of one URL: views of it, which live as long as it stays as it is.
class UrlAttributeValues {
 public:
  std::string_view& operator[](UrlAttribute part) {
    return values_[static_cast<std::size_t>(part)];
  }
  std::string_view operator[](UrlAttribute part) const {
    return values_[static_cast<std::size_t>(part)];
  }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::array<std::string_view, url_attribute_names.size()> values_;
};

UrlAttributeValues attribute_values(Components const& components);

/// The same for a URL of the living standard, without copies; `origin` takes its origin.
UrlAttributeValues attribute_values(Url const& url, std::string& origin);

/// Calls the setter of `part`; href and origin have none here. `value` is UTF-8; `encoding`, the
/// document's, counts for search.
/// @{
void set_attribute(Url& url, UrlAttribute part, std::string_view value, text::Encoding encoding);
void set_attribute(whatwg_2012::Url& url, UrlAttribute part, std::string_view value,
                   text::Encoding encoding);
/// @}

/// HTML5's attribute of that name, if it has it.
std::optional<html5::Attribute> html5_attribute(UrlAttribute part);

}  // namespace hrefkit::url
