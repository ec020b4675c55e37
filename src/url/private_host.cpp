#include "hrefkit/url/private_host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hrefkit::url {

namespace {

using Ipv6 = std::array<std::uint16_t, 8>;

struct Ipv4Block {
  std::uint32_t address;
  unsigned bits;  // of the prefix
};

/// RFC 6890 and its registry.
constexpr std::array<Ipv4Block, 11> ipv4_blocks{{
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private use
    {0x64400000, 10},  // shared address space
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link local
    {0xAC100000, 12},  // private use
    {0xC0000000, 24},  // protocol assignments
    {0xC0A80000, 16},  // private use
    {0xC6120000, 15},  // benchmarking
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved, and broadcast
}};

bool is_private_ipv4(std::uint32_t address) {
  return std::any_of(ipv4_blocks.begin(), ipv4_blocks.end(), [&](Ipv4Block const& block) {
    return (address ^ block.address) >> (32 - block.bits) == 0;
  });
}

/// The address that "10.0.0.1" is; nothing for other texts.
std::optional<std::uint32_t> parse_ipv4(std::string_view text) {
  std::uint32_t address = 0;
  for (int part = 0; part < 4; ++part) {
    if (part != 0 && !text.starts_with('.')) return std::nullopt;
    if (part != 0) text.remove_prefix(1);
    std::uint8_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    address = (address << 8) | number;
  }
  return text.empty() ? std::optional(address) : std::nullopt;
}

/// Reads the pieces of one side of "::" into `pieces` and returns how many there are; nothing
/// where `text` is no list of at most eight pieces.
std::optional<std::size_t> parse_pieces(std::string_view text, Ipv6& pieces) {
  std::size_t count = 0;
  while (!text.empty()) {
    if (count == pieces.size()) return std::nullopt;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), pieces[count++], 16);
    if (read.ec != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (text.empty()) break;
    if (!text.starts_with(':') || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
  }
  return count;
}

/// The address that "fd00::1" is, as the URL Standard serialises it (3.5, IPv6 serializer).
std::optional<Ipv6> parse_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  Ipv6 head{};
  Ipv6 tail{};
  const auto before = parse_pieces(text.substr(0, gap), head);
  if (!before) return std::nullopt;
  if (gap == std::string_view::npos) return *before == 8 ? std::optional(head) : std::nullopt;
  const auto after = parse_pieces(text.substr(gap + 2), tail);
  if (!after || *before + *after > 7) return std::nullopt;
  std::copy_n(tail.begin(), *after, head.end() - static_cast<std::ptrdiff_t>(*after));
  return head;
}

std::uint32_t ipv4_at(Ipv6 const& address, std::size_t piece) {
  return (std::uint32_t{address[piece]} << 16) | address[piece + 1];
}

bool is_private_ipv6(Ipv6 const& a) {
  const auto are_zero = [&](std::size_t begin, std::size_t end) {
    return std::all_of(a.begin() + static_cast<std::ptrdiff_t>(begin),
                       a.begin() + static_cast<std::ptrdiff_t>(end),
                       [](std::uint16_t piece) { return piece == 0; });
  };
  if (are_zero(0, 7) && a[7] <= 1) return true;               // unspecified, loopback
  if ((a[0] & 0xFE00) == 0xFC00) return true;                 // unique local
  if ((a[0] & 0xFFC0) == 0xFE80) return true;                 // link local
  if ((a[0] & 0xFF00) == 0xFF00) return true;                 // multicast
  if (a[0] == 0x2002) return is_private_ipv4(ipv4_at(a, 1));  // 6to4
  const bool is_mapped = are_zero(0, 5) && a[5] == 0xFFFF;
  const bool is_translated = a[0] == 0x64 && a[1] == 0xFF9B && are_zero(2, 6);
  return (is_mapped || is_translated) && is_private_ipv4(ipv4_at(a, 6));
}

}  // namespace

bool is_private_host(std::string_view host) {
  // FAST: all that follows ends in a digit, a bracket or "localhost".
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty()) return false;
  const char last = host.back();
  if (last != 't' && last != ']' && (last < '0' || last > '9')) return false;
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  if (host.starts_with('[') && host.ends_with(']')) {
    const auto address = parse_ipv6(host.substr(1, host.size() - 2));
    return address && is_private_ipv6(*address);
  }
  const auto address = parse_ipv4(host);
  return address && is_private_ipv4(*address);
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
