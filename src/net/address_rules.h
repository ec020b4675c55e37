// Which addresses may be asked: by default none of a private network or of this machine.
//
//   AddressRules rules;                                // no private address
//   rules.allows(*parse_ip_address("10.0.0.1"))        // false
//   rules.judge_host("[::ffff:127.0.0.1]")             // HostVerdict::refused
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hrefkit/url/ip_address.h"

namespace hrefkit::net {

using url::Cidr;
using url::IpAddress;
using url::is_loopback;
using url::parse_cidr;
using url::parse_ip_address;
using url::private_block;
using url::to_string;

enum class HostVerdict : std::uint8_t {
  allowed,  ///< an address, or a localhost name, that may be asked
  refused,  ///< an address, or a localhost name, that may not
  name,     ///< a name: it is known when it is resolved
};

/// The rules of one run. By default private addresses are refused.
class AddressRules {
 public:
  AddressRules() = default;

  /// All addresses are allowed.
  static AddressRules allowing_all();

  /// The value of --allow-private: CIDRs with commas between, or "all". nullopt for other texts.
  static std::optional<AddressRules> parse(std::string_view value);

  /// The rules of a crawl: if all addresses of the start are private, their blocks are allowed; a
  /// start on loopback allows all of loopback. A single public address allows no block: otherwise
  /// the owner of a public name could add a private address to it, and so open that network.
  static AddressRules for_start(std::span<IpAddress const> start);

  bool allows(IpAddress const& address) const;

  /// Judges a host as the URL Standard serialises it, IPv6 in brackets. `localhost` and names below
  /// it are 127.0.0.1 and ::1.
  HostVerdict judge_host(std::string_view host) const;

 private:
  std::vector<Cidr> allowed_;
  std::vector<Cidr> start_blocks_;  ///< without the smaller private blocks within them
  bool allows_all_ = false;
};

/// True for localhost names and loopback addresses: there is no delay.
bool is_loopback_host(std::string_view host);

}  // namespace hrefkit::net
