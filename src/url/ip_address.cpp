#include "hrefkit/url/ip_address.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <tl/expected.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"

namespace hrefkit::url {

namespace {

constexpr IpAddress ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  IpAddress address;
  address.is_ipv4 = true;
  address.bytes[12] = a;
  address.bytes[13] = b;
  address.bytes[14] = c;
  address.bytes[15] = d;
  return address;
}

/// The address that begins with these groups of 16 bits, and has zeros behind them.
constexpr IpAddress ipv6(std::initializer_list<std::uint16_t> groups) {
  IpAddress address;
  std::size_t i = 0;
  for (const std::uint16_t group : groups) {
    address.bytes[i++] = static_cast<std::uint8_t>(group >> 8);
    address.bytes[i++] = static_cast<std::uint8_t>(group & 0xFF);
  }
  return address;
}

}  // namespace

constexpr Cidr loopback_ipv4{ipv4(127, 0, 0, 0), 8};
constexpr Cidr loopback_ipv6{ipv6({0, 0, 0, 0, 0, 0, 0, 1}), 128};

namespace {

/// The blocks that IANA's registries of special-purpose addresses for IPv4 and IPv6 do not call
/// globally reachable, with the deprecated ones, and what has no hosts by RFC 4291 and RFC 5771.
/// The first block that contains an address counts.
constexpr std::array private_blocks{
    Cidr{ipv4(0, 0, 0, 0), 8},        // this network, RFC 791
    Cidr{ipv4(10, 0, 0, 0), 8},       // private use, RFC 1918
    Cidr{ipv4(100, 64, 0, 0), 10},    // shared address space, RFC 6598
    loopback_ipv4,                    // RFC 1122
    Cidr{ipv4(169, 254, 0, 0), 16},   // link local, RFC 3927
    Cidr{ipv4(172, 16, 0, 0), 12},    // private use, RFC 1918
    Cidr{ipv4(192, 0, 0, 0), 24},     // protocol assignments, RFC 6890; .9 and .10 are no hosts
    Cidr{ipv4(192, 0, 2, 0), 24},     // documentation, RFC 5737
    Cidr{ipv4(192, 88, 99, 0), 24},   // relays of 6to4, RFC 7526
    Cidr{ipv4(192, 168, 0, 0), 16},   // private use, RFC 1918
    Cidr{ipv4(198, 18, 0, 0), 15},    // benchmarking, RFC 2544
    Cidr{ipv4(198, 51, 100, 0), 24},  // documentation, RFC 5737
    Cidr{ipv4(203, 0, 113, 0), 24},   // documentation, RFC 5737
    Cidr{ipv4(224, 0, 0, 0), 4},      // multicast, RFC 5771
    Cidr{ipv4(240, 0, 0, 0), 4},      // reserved, RFC 1112; broadcast, RFC 919
    Cidr{ipv6({}), 128},              // unspecified, RFC 4291
    loopback_ipv6,                    // RFC 4291
    Cidr{ipv6({}), 96},               // IPv4-compatible, RFC 4291
    Cidr{ipv6({0, 0, 0, 0, 0xFFFF}), 96},  // IPv4-translated, RFC 2765
    Cidr{ipv6({0x64, 0xFF9B, 1}), 48},     // translation of local use, RFC 8215
    Cidr{ipv6({0x100}), 64},               // discard-only, RFC 6666
    Cidr{ipv6({0x100, 0, 0, 1}), 64},      // dummy prefix, RFC 9780
    Cidr{ipv6({0x2001}), 32},              // Teredo, RFC 4380
    Cidr{ipv6({0x2001}), 23},              // protocol assignments, RFC 2928
    Cidr{ipv6({0x2001, 0xDB8}), 32},       // documentation, RFC 3849
    Cidr{ipv6({0x3FFF}), 20},              // documentation, RFC 9637
    Cidr{ipv6({0x5F00}), 16},              // segment routing, RFC 9602
    Cidr{ipv6({0xFC00}), 7},               // unique local, RFC 4193
    Cidr{ipv6({0xFE80}), 10},              // link local, RFC 4291
    Cidr{ipv6({0xFEC0}), 10},              // site local, RFC 3879
    Cidr{ipv6({0xFF00}), 8},               // multicast, RFC 4291
};

/// What is globally reachable in these blocks by the same registries.
constexpr std::array reachable_blocks{
    Cidr{ipv6({0x2001, 1, 0, 0, 0, 0, 0, 1}), 128},  // Port Control Protocol, RFC 7723
    Cidr{ipv6({0x2001, 1, 0, 0, 0, 0, 0, 2}), 128},  // TURN, RFC 8155
    Cidr{ipv6({0x2001, 1, 0, 0, 0, 0, 0, 3}), 128},  // DNS-SD registration, RFC 9665
    Cidr{ipv6({0x2001, 3}), 32},                     // multicast tunnels, RFC 7450
    Cidr{ipv6({0x2001, 4, 0x112}), 48},              // AS112, RFC 7535
    Cidr{ipv6({0x2001, 0x20}), 28},                  // ORCHIDv2, RFC 7343
    Cidr{ipv6({0x2001, 0x30}), 28},                  // drones, RFC 9374
};

/// Parses four decimal numbers: blocks and --resolve accept no other form of IPv4.
std::optional<IpAddress> parse_dotted(std::string_view text) {
  IpAddress address;
  address.is_ipv4 = true;
  for (std::size_t part = 0; part < 4; ++part) {
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::string_view digits = text.substr(0, end);
    const auto number = text::parse_decimal<std::uint8_t>(digits);
    if (!number || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
    address.bytes[12 + part] = *number;
    const bool is_last = part == 3;
    if (is_last != (end == text.size())) return std::nullopt;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return address;
}

std::uint32_t ipv4_of(IpAddress const& address) {
  std::uint32_t number = 0;
  for (std::size_t i = 12; i < 16; ++i) number = number << 8 | address.bytes[i];
  return number;
}

Ipv6Address pieces_of(IpAddress const& address) {
  Ipv6Address pieces{};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i] = static_cast<std::uint16_t>(address.bytes[2 * i] << 8 | address.bytes[2 * i + 1]);
  }
  return pieces;
}

std::optional<IpAddress> parse_pieces(std::string_view text) {
  const auto pieces = parse_ipv6(text, NoteWriter(nullptr));
  if (!pieces) return std::nullopt;
  IpAddress address;
  for (std::size_t i = 0; i < pieces->size(); ++i) {
    address.bytes[2 * i] = static_cast<std::uint8_t>((*pieces)[i] >> 8);
    address.bytes[2 * i + 1] = static_cast<std::uint8_t>((*pieces)[i] & 0xFF);
  }
  return address;
}

}  // namespace

IpAddress inner_address(IpAddress const& address) {
  if (address.is_ipv4) return address;
  auto const& b = address.bytes;
  const auto are_zero = [&](std::size_t begin, std::size_t end) {
    return std::all_of(b.begin() + static_cast<std::ptrdiff_t>(begin),
                       b.begin() + static_cast<std::ptrdiff_t>(end),
                       [](std::uint8_t byte) { return byte == 0; });
  };
  const bool is_mapped = are_zero(0, 10) && b[10] == 0xFF && b[11] == 0xFF;
  const bool is_translated =
      b[0] == 0 && b[1] == 0x64 && b[2] == 0xFF && b[3] == 0x9B && are_zero(4, 12);
  if (is_mapped || is_translated) return ipv4(b[12], b[13], b[14], b[15]);
  if (b[0] == 0x20 && b[1] == 0x02) return ipv4(b[2], b[3], b[4], b[5]);  // 6to4
  return address;
}

bool is_loopback(IpAddress const& address) {
  const IpAddress inner = inner_address(address);
  return loopback_ipv4.contains(inner) || loopback_ipv6.contains(inner);
}

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    return parse_pieces(text.substr(1, text.size() - 2));
  }
  return text.find(':') == std::string_view::npos ? parse_dotted(text) : parse_pieces(text);
}

std::string to_string(IpAddress const& address) {
  std::string text;
  if (address.is_ipv4) {
    append_ipv4(text, ipv4_of(address));
  } else {
    append_ipv6(text, pieces_of(address));
  }
  return text;
}

bool Cidr::contains(IpAddress const& other) const {
  if (address.is_ipv4 != other.is_ipv4) return false;
  const std::size_t begin = address.is_ipv4 ? 12 : 0;
  for (unsigned bit = 0; bit < bits; bit += 8) {
    const std::size_t i = begin + bit / 8;
    const unsigned kept = std::min(8U, bits - bit);
    const unsigned mask = 0xFFU << (8 - kept) & 0xFFU;
    if (((address.bytes[i] ^ other.bytes[i]) & mask) != 0) return false;
  }
  return true;
}

std::optional<Cidr> parse_cidr(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = parse_ip_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  const unsigned max = address->is_ipv4 ? 32 : 128;
  if (slash == std::string_view::npos) return Cidr{*address, max};
  const auto bits = text::parse_decimal<unsigned>(text.substr(slash + 1));
  if (!bits || *bits > max) return std::nullopt;
  return Cidr{*address, *bits};
}

std::optional<Cidr> private_block(IpAddress const& address) {
  const IpAddress inner = inner_address(address);
  const auto has_it = [&](Cidr const& each) { return each.contains(inner); };
  auto const* const block = std::find_if(private_blocks.begin(), private_blocks.end(), has_it);
  if (block == private_blocks.end()) return std::nullopt;
  const bool is_reachable = std::any_of(reachable_blocks.begin(), reachable_blocks.end(), has_it);
  return is_reachable ? std::nullopt : std::optional(*block);
}

bool is_localhost_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host == "localhost" || host.ends_with(".localhost");
}

std::optional<IpAddress> address_of_host(std::string_view host) {
  if (host.starts_with('[') || (!host.empty() && host.back() >= '0' && host.back() <= '9')) {
    return parse_ip_address(host);
  }
  return std::nullopt;
}

}  // namespace hrefkit::url
