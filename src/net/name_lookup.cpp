// Names and addresses before the first request: --resolve, and a crawl's start.
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/net/proxy.h"
#include "hrefkit/net/socket_address.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

std::optional<IpAddress> address_of(sockaddr const& address) {
  IpAddress result;
  if (address.sa_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &address, sizeof ipv4);
    result.is_ipv4 = true;
    std::memcpy(result.bytes.data() + 12, &ipv4.sin_addr, 4);
    return result;
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &address, sizeof ipv6);
    std::memcpy(result.bytes.data(), &ipv6.sin6_addr, 16);
    return result;
  }
  return std::nullopt;
}

std::optional<Resolution> parse_resolution(std::string_view value) {
  // An IPv6 host has brackets.
  const std::size_t begin = value.starts_with('[') ? value.find(']') : 0;
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t host_end = value.find(':', begin);
  if (host_end == std::string_view::npos || host_end == 0) return std::nullopt;
  const std::size_t port_end = value.find(':', host_end + 1);
  if (port_end == std::string_view::npos) return std::nullopt;
  const auto port =
      text::parse_decimal<unsigned>(value.substr(host_end + 1, port_end - host_end - 1));
  if (!port || *port == 0 || *port > 65535) return std::nullopt;
  const auto url = url::Url::parse("http://" + std::string(value.substr(0, host_end)) + "/");
  if (!url || url->includes_credentials() || url->pathname() != "/" || !url->port().empty()) {
    return std::nullopt;
  }
  Resolution resolution;
  resolution.host = url->hostname();
  resolution.port = *port;
  for (std::string_view rest = value.substr(port_end + 1);;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto address = parse_ip_address(text::strip_ascii_whitespace(rest.substr(0, end)));
    if (!address) return std::nullopt;
    resolution.addresses.push_back(*address);
    if (end == rest.size()) return resolution;
    rest.remove_prefix(end + 1);
  }
}

std::vector<IpAddress> look_up(std::string_view host, unsigned port,
                               std::vector<Resolution> const& resolutions) {
  if (const auto address = parse_ip_address(host)) return {*address};
  for (Resolution const& each : resolutions) {
    if (each.host == host && each.port == port) return each.addresses;
  }
  // libcurl does not ask a name server for these either.
  if (is_loopback_host(host)) return {*parse_ip_address("127.0.0.1"), *parse_ip_address("::1")};
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  std::vector<IpAddress> addresses;
  if (getaddrinfo(std::string(host).c_str(), nullptr, &hints, &found) != 0) return addresses;
  for (addrinfo const* each = found; each != nullptr; each = each->ai_next) {
    const auto address = address_of(*each->ai_addr);
    const bool is_new =
        address && std::find(addresses.begin(), addresses.end(), *address) == addresses.end();
    if (is_new) addresses.push_back(*address);
  }
  freeaddrinfo(found);
  return addresses;
}

bool uses_proxy(std::string_view url, TransportOptions const& options) {
  return !proxy_for(url, options.proxy).empty();
}

}  // namespace hrefkit::net
