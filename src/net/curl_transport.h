// The network: a transport over libcurl. The program loads libcurl.so.4 when the first one is made.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/cache.h"  // IWYU pragma: export
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/proxy.h"  // IWYU pragma: export
#include "hrefkit/url/ip_address.h"

namespace hrefkit::net {

/// --resolve HOST:PORT:ADDRESS[,ADDRESS].
struct Resolution {
  std::string host;  ///< as the URL Standard serialises it
  unsigned port = 0;
  std::vector<IpAddress> addresses;
};

/// Parses one value of --resolve; IPv6 addresses may have brackets. nullopt for other texts.
std::optional<Resolution> parse_resolution(std::string_view value);

/// A name that is not looked up again: the start of a crawl.
struct PinnedName {
  std::string host;  ///< as the URL Standard serialises it
  /// All of its addresses at first; only the one that has answered afterwards. They count for all
  /// ports without a Resolution.
  std::vector<IpAddress> addresses;
};

struct TransportOptions {
  std::chrono::milliseconds timeout{20'000};  ///< from name look-up to the last wanted byte
  std::chrono::milliseconds connect_timeout{10'000};
  int connections = 64;    ///< open at a time
  std::string proxy = {};  ///< a URL; "none": no proxy; empty: what the environment says
  std::string ca_file = {};
  bool is_insecure = false;  ///< certificates are not verified
  std::vector<Resolution> resolutions = {};
  std::optional<PinnedName> pin = {};
  AddressRules addresses = {};
};

/// Makes the transport. The error is one line: libcurl is not there or too old, a bad --ca-file or
/// --proxy, or "this build has no network".
tl::expected<std::unique_ptr<Transport>, std::string> make_transport(TransportOptions options);

/// The addresses of a crawl's start, to make its rules: those of `resolutions`, or the system's. A
/// literal address is itself; empty where the name does not resolve. It blocks.
std::vector<IpAddress> look_up(std::string_view host, unsigned port,
                               std::vector<Resolution> const& resolutions);

/// True where a proxy would be used for `url`: then the proxy resolves names.
bool uses_proxy(std::string_view url, TransportOptions const& options);

/// False where the program was built without a network.
bool has_network();

}  // namespace hrefkit::net
