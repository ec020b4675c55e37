// Addresses of the Internet Protocol, blocks of them, and which are private.
//
//   parse_ip_address("127.0.0.1")                       // as from "[::1]", too
//   parse_cidr("10.0.0.0/8")->contains(address)
//   private_block(*parse_ip_address("192.168.0.7"))     // 192.168.0.0/16
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::url {

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

  friend bool operator==(Cidr const&, Cidr const&) = default;
};

/// "10.0.0.0/8", "fd00::/8", or a single address. nullopt for other texts.
std::optional<Cidr> parse_cidr(std::string_view text);

/// The block of private addresses that `address` is in; nullopt for public ones. Private is what
/// IANA's registries of special-purpose addresses do not call globally reachable, and multicast.
/// Addresses of IPv4 within IPv6 (mapped, 64:ff9b::/96, 2002::/16) are judged as those of IPv4.
std::optional<Cidr> private_block(IpAddress const& address);

/// The address of IPv4 within one of IPv6 of these kinds; other addresses as they are.
IpAddress inner_address(IpAddress const& address);

extern const Cidr loopback_ipv4;  ///< 127/8
extern const Cidr loopback_ipv6;  ///< ::1

/// True for 127/8 and ::1, also where IPv4 is within IPv6.
bool is_loopback(IpAddress const& address);

/// True for localhost and the names below it, with or without a dot at their end.
bool is_localhost_name(std::string_view host);

/// The address that a host is, as the URL Standard serialises it, IPv6 in brackets; nullopt for
/// names.
std::optional<IpAddress> address_of_host(std::string_view host);

}  // namespace hrefkit::url
