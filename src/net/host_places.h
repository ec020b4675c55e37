// Addresses of hosts that are not looked up: those of --resolve, and the pinned start of a crawl.
//
//   HostPlaces places({{"a.example", 80, {address}}}, {}, rules);
//   places.line("a.example", 80)    // "a.example:80:192.0.2.7", as CURLOPT_RESOLVE has it
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::net {

/// The known addresses of hosts.
class HostPlaces {
 public:
  /// `rules` outlive this.
  HostPlaces(std::vector<Resolution> const& resolutions, std::optional<PinnedName> pin,
             AddressRules const& rules);

  /// The line for CURLOPT_RESOLVE; empty if the host is to be looked up.
  std::string line(std::string_view host, unsigned port) const;

  /// True if the addresses of at least one port of the host are known.
  bool is_known(std::string_view host) const;

  /// True if one of these is an allowed loopback address.
  bool is_loopback(std::string_view host) const;

  /// A server at `address` has answered for the host. The pinned name keeps this address alone; if
  /// it is a loopback address, the other loopback ones as well, since they are the same machine.
  void note_answer(std::string_view host, IpAddress const& address);

 private:
  bool has_loopback(std::vector<IpAddress> const& addresses) const;

  std::unordered_map<std::string, std::vector<IpAddress>, text::SeededHasher>
      given_;                                                           ///< by "host:port"
  std::unordered_map<std::string, bool, text::SeededHasher> loopback_;  ///< by host
  std::optional<PinnedName> pin_;
  bool has_answered_ = false;
  AddressRules const& rules_;
};

}  // namespace hrefkit::net
