// Which addresses may be asked: by default none of a private network or of this machine.
//
//   AddressRules rules;                                // no private address
//   rules.allows(*parse_ip_address("10.0.0.1"))        // false
//   rules.judge_host("[::ffff:127.0.0.1]")             // HostVerdict::refused
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::net {

/// An address of IPv6, or one of IPv4 as its last four bytes.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes = {};
  bool is_ipv4 = false;

  friend bool operator==(IpAddress const&, IpAddress const&) = default;
};

/// "127.0.0.1", "::1" or "[::1]": dotted decimals, or IPv6 in any of its written forms without a
/// zone. nullopt for other texts.
std::optional<IpAddress> parse_ip_address(std::string_view text);

/// The address as the URL Standard writes it; IPv6 without brackets.
std::string to_string(IpAddress const& address);

/// A block of addresses.
struct Cidr {
  IpAddress address = {};
  unsigned bits = 0;  ///< of the prefix: up to 32 for IPv4, up to 128 for IPv6

  bool contains(IpAddress const& other) const;
};

/// "10.0.0.0/8", "fd00::/8", or a single address. nullopt for other texts.
std::optional<Cidr> parse_cidr(std::string_view text);

/// The block of private addresses that `address` is in; nullopt for public ones. Addresses of IPv4
/// within IPv6 (mapped, 64:ff9b::/96, 2002::/16) are judged as those of IPv4.
std::optional<Cidr> private_block(IpAddress const& address);

/// True for 127/8 and ::1, also where IPv4 is within IPv6.
bool is_loopback(IpAddress const& address);

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

  /// Those of a crawl: the private blocks of its start's addresses are allowed; a start on loopback
  /// allows all of loopback.
  static AddressRules for_start(std::span<IpAddress const> start);

  bool allows(IpAddress const& address) const;

  /// Judges a host as the URL Standard serialises it, IPv6 in brackets. `localhost` and names below
  /// it are 127.0.0.1 and ::1.
  HostVerdict judge_host(std::string_view host) const;

 private:
  std::vector<Cidr> allowed_;
  bool allows_all_ = false;
};

/// True for localhost names and loopback addresses: there is no delay.
bool is_loopback_host(std::string_view host);

}  // namespace hrefkit::net
