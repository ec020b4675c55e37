// The parts of a URL as the API names them: what `hrefkit url` prints and sets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/components.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

/// In the order in which they are printed.
enum class UrlPart : std::uint8_t {
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

inline constexpr std::array<std::string_view, 11> url_part_names{
    "href",     "origin", "protocol", "username", "password", "host",
    "hostname", "port",   "pathname", "search",   "hash"};

/// The name used in output and for --set.
constexpr std::string_view name(UrlPart part) {
  return url_part_names[static_cast<std::size_t>(part)];
}

/// The part of that name, if there is one.
std::optional<UrlPart> url_part_from_name(std::string_view name);

/// The parts of one URL: views of it, which live as long as it stays as it is.
class UrlPartValues {
 public:
  std::string_view& operator[](UrlPart part) { return values_[static_cast<std::size_t>(part)]; }
  std::string_view operator[](UrlPart part) const {
    return values_[static_cast<std::size_t>(part)];
  }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::array<std::string_view, url_part_names.size()> values_;
};

UrlPartValues part_values(url::Components const& components);

/// The same for a URL of the living standard, without copies; `origin` takes its origin.
UrlPartValues part_values(url::Url const& url, std::string& origin);

}  // namespace hrefkit::cli
