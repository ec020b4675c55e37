#include "hrefkit/net/address_rules.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::net {

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

constexpr IpAddress ipv6(std::uint8_t first, std::uint8_t second, std::uint8_t last) {
  IpAddress address;
  address.bytes[0] = first;
  address.bytes[1] = second;
  address.bytes[15] = last;
  return address;
}

constexpr Cidr loopback_ipv4{ipv4(127, 0, 0, 0), 8};
constexpr Cidr loopback_ipv6{ipv6(0, 0, 1), 128};

/// The registries of special addresses (RFC 6890), as far as these are no hosts of the internet.
constexpr std::array<Cidr, 16> private_blocks{{
    {ipv4(0, 0, 0, 0), 8},
    {ipv4(10, 0, 0, 0), 8},
    {ipv4(100, 64, 0, 0), 10},
    loopback_ipv4,
    {ipv4(169, 254, 0, 0), 16},
    {ipv4(172, 16, 0, 0), 12},
    {ipv4(192, 0, 0, 0), 24},
    {ipv4(192, 168, 0, 0), 16},
    {ipv4(198, 18, 0, 0), 15},
    {ipv4(224, 0, 0, 0), 4},
    {ipv4(240, 0, 0, 0), 4},
    {ipv6(0, 0, 0), 128},
    loopback_ipv6,
    {ipv6(0xFC, 0, 0), 7},
    {ipv6(0xFE, 0x80, 0), 10},
    {ipv6(0xFF, 0, 0), 8},
}};

/// The address of IPv4 within one of IPv6; other addresses as they are.
IpAddress embedded(IpAddress const& address) {
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

std::optional<IpAddress> parse_ipv4(std::string_view text) {
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

/// The bytes of one side of "::"; nullopt where `text` is no list of pieces. IPv4 may be at the
/// end.
std::optional<std::vector<std::uint8_t>> parse_pieces(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  if (text.empty()) return bytes;
  while (true) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view piece = text.substr(0, end);
    if (end == text.size() && piece.find('.') != std::string_view::npos) {
      const auto last = parse_ipv4(piece);
      if (!last) return std::nullopt;
      bytes.insert(bytes.end(), last->bytes.begin() + 12, last->bytes.end());
      return bytes;
    }
    if (piece.empty() || piece.size() > 4 || bytes.size() > 16) return std::nullopt;
    unsigned value = 0;
    for (const char c : piece) {
      if (text::hex_value(c) < 0) return std::nullopt;
      value = value * 16 + static_cast<unsigned>(text::hex_value(c));
    }
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value & 0xFF));
    if (end == text.size()) return bytes;
    text.remove_prefix(end + 1);
  }
}

std::optional<IpAddress> parse_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  const auto head = parse_pieces(text.substr(0, gap));
  if (!head) return std::nullopt;
  IpAddress address;
  if (gap == std::string_view::npos) {
    if (head->size() != 16) return std::nullopt;
    std::copy(head->begin(), head->end(), address.bytes.begin());
    return address;
  }
  const auto tail = parse_pieces(text.substr(gap + 2));
  if (!tail || head->size() + tail->size() > 14) return std::nullopt;
  std::copy(head->begin(), head->end(), address.bytes.begin());
  std::copy_backward(tail->begin(), tail->end(), address.bytes.end());
  return address;
}

bool is_localhost_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host == "localhost" || host.ends_with(".localhost");
}

/// The host of a URL as an address; nullopt for names.
std::optional<IpAddress> address_of_host(std::string_view host) {
  if (host.starts_with('[') || (!host.empty() && host.back() >= '0' && host.back() <= '9')) {
    return parse_ip_address(host);
  }
  return std::nullopt;
}

}  // namespace

bool is_loopback(IpAddress const& address) {
  const IpAddress inner = embedded(address);
  return loopback_ipv4.contains(inner) || loopback_ipv6.contains(inner);
}

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    return parse_ipv6(text.substr(1, text.size() - 2));
  }
  return text.find(':') == std::string_view::npos ? parse_ipv4(text) : parse_ipv6(text);
}

std::string to_string(IpAddress const& address) {
  auto const& b = address.bytes;
  std::string result;
  if (address.is_ipv4) {
    for (std::size_t i = 12; i < 16; ++i) {
      if (i != 12) result += '.';
      result += std::to_string(b[i]);
    }
    return result;
  }
  const auto piece = [&](std::size_t i) { return b[2 * i] << 8 | b[2 * i + 1]; };
  // URL Standard 3.5, "find the IPv6 address compressed piece index"
  std::size_t gap = 8;
  std::size_t gap_size = 1;
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t end = i;
    while (end < 8 && piece(end) == 0) ++end;
    if (end - i > gap_size) {
      gap = i;
      gap_size = end - i;
    }
    i = std::max(i, end);
  }
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == gap) {
      result += i == 0 ? "::" : ":";
      i += gap_size - 1;
      continue;
    }
    const auto value = static_cast<unsigned>(piece(i));
    bool has_digit = false;
    for (unsigned shift = 16; shift != 0; shift -= 4) {
      const unsigned digit = value >> (shift - 4) & 15;
      has_digit |= digit != 0 || shift == 4;
      if (has_digit) result += text::lower_hex_digits[digit];
    }
    if (i != 7) result += ':';
  }
  return result;
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
  const IpAddress inner = embedded(address);
  auto const* const block = std::find_if(private_blocks.begin(), private_blocks.end(),
                                         [&](Cidr const& each) { return each.contains(inner); });
  return block == private_blocks.end() ? std::nullopt : std::optional(*block);
}

AddressRules AddressRules::allowing_all() {
  AddressRules rules;
  rules.allows_all_ = true;
  return rules;
}

std::optional<AddressRules> AddressRules::parse(std::string_view value) {
  AddressRules rules;
  if (value == "all") return allowing_all();
  while (true) {
    const std::size_t end = std::min(value.find(','), value.size());
    const auto block = parse_cidr(text::strip_ascii_whitespace(value.substr(0, end)));
    if (!block) return std::nullopt;
    rules.allowed_.push_back(*block);
    if (end == value.size()) return rules;
    value.remove_prefix(end + 1);
  }
}

AddressRules AddressRules::for_start(std::span<IpAddress const> start) {
  AddressRules rules;
  for (IpAddress const& address : start) {
    if (is_loopback(address)) {
      rules.allowed_.push_back(loopback_ipv4);
      rules.allowed_.push_back(loopback_ipv6);
    } else if (const auto block = private_block(address)) {
      rules.allowed_.push_back(*block);
    }
  }
  return rules;
}

bool AddressRules::allows(IpAddress const& address) const {
  if (allows_all_ || !private_block(address)) return true;
  const IpAddress inner = embedded(address);
  return std::any_of(allowed_.begin(), allowed_.end(), [&](Cidr const& block) {
    return block.contains(inner) || block.contains(address);
  });
}

HostVerdict AddressRules::judge_host(std::string_view host) const {
  bool is_allowed = false;
  if (is_localhost_name(host)) {
    is_allowed = allows(ipv4(127, 0, 0, 1)) || allows(ipv6(0, 0, 1));
  } else if (const auto address = address_of_host(host)) {
    is_allowed = allows(*address);
  } else {
    return HostVerdict::name;
  }
  return is_allowed ? HostVerdict::allowed : HostVerdict::refused;
}

bool is_loopback_host(std::string_view host) {
  if (is_localhost_name(host)) return true;
  const auto address = address_of_host(host);
  return address && is_loopback(*address);
}

}  // namespace hrefkit::net
