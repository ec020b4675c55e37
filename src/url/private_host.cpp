#include "hrefkit/url/private_host.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "hrefkit/url/ip_address.h"

namespace hrefkit::url {

bool is_private_host(std::string_view host) {
  // FAST: a private host ends in a digit, a bracket or "localhost".
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty()) return false;
  const char last = host.back();
  if (last != 't' && last != ']' && (last < '0' || last > '9')) return false;
  if (is_localhost_name(host)) return true;
  const auto address = address_of_host(host);
  return address && private_block(*address);
}

bool is_invalid_host(std::string_view host) {
  constexpr std::string_view name = "invalid";
  if (host.ends_with('.')) host.remove_suffix(1);
  if (!host.ends_with(name)) return false;
  return host.size() == name.size() || host[host.size() - name.size() - 1] == '.';
}

bool has_private_host(std::string_view url) {
  return is_private_host(host_of(url));
}

std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find(':');
  if (scheme == std::string_view::npos || url.substr(scheme + 1, 2) != "//") return {};
  std::size_t begin = scheme + 3;
  std::size_t end = begin;
  std::size_t port = std::string_view::npos;
  for (; end < url.size() && url[end] != '/' && url[end] != '?' && url[end] != '#'; ++end) {
    if (url[end] == '@') begin = end + 1;
    if (url[end] == '@' || url[end] == ']') port = std::string_view::npos;
    if (url[end] == ':' && port == std::string_view::npos) port = end;
  }
  return url.substr(begin, std::min(port, end) - begin);
}

}  // namespace hrefkit::url
