#include "hrefkit/net/host_places.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/url/ip_address.h"

namespace hrefkit::net {

namespace {

std::string with_port(std::string_view host, unsigned port) {
  return std::string(host) + ':' + std::to_string(port);
}

}  // namespace

HostPlaces::HostPlaces(std::vector<Resolution> const& resolutions, std::optional<PinnedName> pin,
                       AddressRules const& rules)
    : pin_(std::move(pin)), rules_(rules) {
  for (Resolution const& each : resolutions) {
    given_[with_port(each.host, each.port)] = each.addresses;
    loopback_[each.host] |= has_loopback(each.addresses);
  }
}

bool HostPlaces::has_loopback(std::vector<IpAddress> const& addresses) const {
  return std::any_of(addresses.begin(), addresses.end(), [&](IpAddress const& address) {
    return rules_.allows(address) && net::is_loopback(address);
  });
}

std::string HostPlaces::line(std::string_view host, unsigned port) const {
  const std::string name = with_port(host, port);
  const auto given = given_.find(name);
  std::vector<IpAddress> const* addresses = nullptr;
  if (given != given_.end()) {
    addresses = &given->second;
  } else if (pin_ && pin_->host == host) {
    addresses = &pin_->addresses;
  } else {
    return {};
  }
  std::string line = name;
  char before = ':';
  for (IpAddress const& each : *addresses) {
    const std::string address = to_string(each);
    line += before;
    line += each.is_ipv4 ? address : '[' + address + ']';
    before = ',';
  }
  return line;
}

bool HostPlaces::is_known(std::string_view host) const {
  return (pin_ && pin_->host == host) || loopback_.contains(std::string(host));
}

bool HostPlaces::is_loopback(std::string_view host) const {
  if (pin_ && pin_->host == host) return has_loopback(pin_->addresses);
  const auto given = loopback_.find(std::string(host));
  return given != loopback_.end() && given->second;
}

void HostPlaces::note_answer(std::string_view host, IpAddress const& address) {
  if (!pin_ || has_answered_ || pin_->host != host) return;
  std::vector<IpAddress>& all = pin_->addresses;
  const auto answered = std::find(all.begin(), all.end(), address);
  if (answered == all.end()) return;  // at a port that --resolve names
  has_answered_ = true;
  std::rotate(all.begin(), answered, answered + 1);
  if (net::is_loopback(address)) {
    std::erase_if(all, [](IpAddress const& each) { return !net::is_loopback(each); });
  } else {
    all.resize(1);
  }
}

}  // namespace hrefkit::net
