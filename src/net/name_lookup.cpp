// Names and addresses before the first request: --resolve, and a crawl's start.
#if defined(HREFKIT_STATIC_CURL)
#define CARES_NO_DEPRECATED
#include <ares.h>
#include <poll.h>
#include <sys/time.h>
#include <array>
#else
#include <netdb.h>
#endif
#include <netinet/in.h>
#include <sys/socket.h>
#include <algorithm>
#include <array>
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
#include "hrefkit/url/ip_address.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

namespace {

void append_once(std::vector<IpAddress>& addresses, sockaddr const& each) {
  const auto address = address_of(each);
  const bool is_new =
      address && std::find(addresses.begin(), addresses.end(), *address) == addresses.end();
  if (is_new) addresses.push_back(*address);
}

#if defined(HREFKIT_STATIC_CURL)

void append_found(void* addresses, int, int, ares_addrinfo* found) {
  if (found == nullptr) return;
  for (ares_addrinfo_node const* each = found->nodes; each != nullptr; each = each->ai_next) {
    append_once(*static_cast<std::vector<IpAddress>*>(addresses), *each->ai_addr);
  }
  ares_freeaddrinfo(found);
}

/// /etc/hosts and name servers, by c-ares. glibc's getaddrinfo would load what /etc/nsswitch.conf
/// names into a program without a loader, from another glibc than the one that is linked.
std::vector<IpAddress> ask_system(std::string const& host) {
  std::vector<IpAddress> addresses;
  ares_channel channel = nullptr;
  if (ares_library_init(ARES_LIB_INIT_ALL) != ARES_SUCCESS) return addresses;
  if (ares_init(&channel) == ARES_SUCCESS) {
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    ares_getaddrinfo(channel, host.c_str(), nullptr, &hints, append_found, &addresses);
    for (;;) {
      std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> sockets{};
      const auto bits = static_cast<unsigned>(
          ares_getsock(channel, sockets.data(), static_cast<int>(sockets.size())));
      std::vector<pollfd> polled;
      for (unsigned i = 0; i < sockets.size(); ++i) {
        const bool reads = ARES_GETSOCK_READABLE(bits, i) != 0;
        const bool writes = ARES_GETSOCK_WRITABLE(bits, i) != 0;
        if (!reads && !writes) continue;
        polled.push_back(
            {sockets[i], static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0});
      }
      if (polled.empty()) break;  // answered, or nobody answers
      timeval most{1, 0};
      timeval buffer{};
      timeval const* const wait = ares_timeout(channel, &most, &buffer);
      poll(polled.data(), polled.size(),
           static_cast<int>(wait->tv_sec * 1000 + wait->tv_usec / 1000 + 1));
      ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);  // what waited too long
      for (pollfd const& each : polled) {
        if (each.revents == 0) continue;
        ares_process_fd(channel, (each.events & POLLIN) != 0 ? each.fd : ARES_SOCKET_BAD,
                        (each.events & POLLOUT) != 0 ? each.fd : ARES_SOCKET_BAD);
      }
    }
    ares_destroy(channel);
  }
  ares_library_cleanup();
  return addresses;
}

#else

std::vector<IpAddress> ask_system(std::string const& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  std::vector<IpAddress> addresses;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return addresses;
  for (addrinfo const* each = found; each != nullptr; each = each->ai_next) {
    append_once(addresses, *each->ai_addr);
  }
  freeaddrinfo(found);
  return addresses;
}

#endif

}  // namespace

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
  if (url::is_invalid_host(host)) return {};
  return ask_system(std::string(host));
}

bool uses_proxy(std::string_view url, TransportOptions const& options) {
  return !proxy_for(url, options.proxy).empty();
}

}  // namespace hrefkit::net
