#include "hrefkit/net/address_rules.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::net {

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
  const bool is_private = std::all_of(start.begin(), start.end(), [](IpAddress const& address) {
    return private_block(address).has_value();
  });
  if (!is_private) return rules;
  for (IpAddress const& address : start) {
    if (is_loopback(address)) {
      rules.start_blocks_.push_back(url::loopback_ipv4);
      rules.start_blocks_.push_back(url::loopback_ipv6);
    } else if (const auto block = private_block(address)) {
      rules.start_blocks_.push_back(*block);
    }
  }
  return rules;
}

bool AddressRules::allows(IpAddress const& address) const {
  if (allows_all_) return true;
  const auto block = private_block(address);
  if (!block) return true;
  const bool is_of_start =
      std::find(start_blocks_.begin(), start_blocks_.end(), *block) != start_blocks_.end();
  if (is_of_start) return true;
  const IpAddress inner = url::inner_address(address);
  return std::any_of(allowed_.begin(), allowed_.end(), [&](Cidr const& each) {
    return each.contains(inner) || each.contains(address);
  });
}

HostVerdict AddressRules::judge_host(std::string_view host) const {
  bool is_allowed = false;
  if (url::is_localhost_name(host)) {
    is_allowed = allows(*parse_ip_address("127.0.0.1")) || allows(*parse_ip_address("::1"));
  } else if (const auto address = url::address_of_host(host)) {
    is_allowed = allows(*address);
  } else {
    return HostVerdict::name;
  }
  return is_allowed ? HostVerdict::allowed : HostVerdict::refused;
}

bool is_loopback_host(std::string_view host) {
  if (url::is_localhost_name(host)) return true;
  const auto address = url::address_of_host(host);
  return address && is_loopback(*address);
}

}  // namespace hrefkit::net
