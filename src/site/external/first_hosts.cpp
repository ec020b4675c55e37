#include "hrefkit/site/external/first_hosts.h"

#include <algorithm>
#include <array>

#include "hrefkit/url/ip_address.h"
#include "hrefkit/url/private_host.h"

namespace hrefkit::site {

namespace {

/// Labels below which countries register names, as in "co.uk". The list need not be complete: a
/// wrong domain costs one look-up.
constexpr std::array<std::string_view, 10> second_levels{"ac",  "co", "com", "edu", "go",
                                                         "gov", "ne", "net", "or",  "org"};

}  // namespace

std::string_view domain_of(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::size_t last = host.rfind('.');
  if (last == std::string_view::npos || last == 0) return host;
  std::size_t dot = host.rfind('.', last - 1);
  const std::string_view second = host.substr(dot + 1, last - dot - 1);  // npos + 1 is 0
  const bool is_registry =
      host.size() - last == 3 &&
      std::find(second_levels.begin(), second_levels.end(), second) != second_levels.end();
  if (is_registry && dot != std::string_view::npos && dot != 0) dot = host.rfind('.', dot - 1);
  return host.substr(dot + 1);
}

bool FirstHosts::offer(std::size_t number, std::string_view url) {
  if (is_full()) return false;
  const std::string_view host = url::host_of(url);
  if (url::is_private_host(host) || url::is_invalid_host(host) || url::address_of_host(host)) {
    return false;
  }
  if (!domains_.insert(domain_of(host)).second) return false;
  numbers_.push_back(number);
  return true;
}

void FirstHosts::fail(std::size_t number) {
  failed_.insert(number);
}

FirstHosts::Step FirstHosts::next_step() {
  if (has_network_) return Step::go_on;
  if (asks_again_) return failed_.empty() ? Step::wait : Step::stop;
  if (failed_.size() < numbers_.size()) return Step::wait;
  asks_again_ = true;
  failed_.clear();
  return Step::ask_again;
}

}  // namespace hrefkit::site
