#include "hrefkit/net/name_queue.h"

#include <algorithm>
#include <utility>

namespace hrefkit::net {

namespace {

constexpr std::size_t max_resolving = 16;

/// After as many failures a name is not looked up again: a name server that does not answer would
/// be waited for by each of a host's links.
constexpr int max_name_failures = 3;

}  // namespace

tl::expected<bool, Failure> NameQueue::enter(CurlExchange& exchange) {
  Name& name = names_[exchange.name];
  if (name.is_known) return true;
  if (name.failures >= max_name_failures) return tl::unexpected(name.failure);
  if (name.is_resolving) {
    name.waiters.push_back(&exchange);
  } else {
    name.is_resolving = true;
    unresolved_.push_back(&exchange);
  }
  return false;
}

void NameQueue::note_address(std::string const& text, bool is_loopback) {
  Name& name = names_[text];
  name.is_known = true;
  name.failures = 0;
  name.is_loopback = is_loopback;
}

void NameQueue::end_look_up(CurlExchange& exchange) {
  if (!exchange.is_resolving) return;
  exchange.is_resolving = false;
  --resolving_;
  resolved_.push_back(exchange.name);
}

std::vector<CurlExchange*> NameQueue::fail(CurlExchange const& exchange, Failure failure) {
  Name& name = names_[exchange.name];
  ++name.failures;
  name.failure = failure;
  return std::exchange(name.waiters, {});
}

void NameQueue::leave(CurlExchange& exchange) {
  const auto first = std::find(unresolved_.begin(), unresolved_.end(), &exchange);
  if (first != unresolved_.end()) {
    unresolved_.erase(first);
    resolved_.push_back(exchange.name);  // the next one is the first now
  } else {
    std::erase(names_[exchange.name].waiters, &exchange);
  }
}

std::vector<CurlExchange*> NameQueue::release() {
  std::vector<CurlExchange*> released;
  for (std::string const& text : std::exchange(resolved_, {})) {
    Name& name = names_[text];
    name.is_resolving = false;
    const std::vector<CurlExchange*> waiters = std::exchange(name.waiters, {});
    if (waiters.empty()) continue;
    if (name.is_known) {
      released.insert(released.end(), waiters.begin(), waiters.end());
      continue;
    }
    // The request that looked it up was cancelled: the next one does.
    name.is_resolving = true;
    unresolved_.push_back(waiters.front());
    name.waiters.assign(waiters.begin() + 1, waiters.end());
  }
  while (!unresolved_.empty() && resolving_ < max_resolving) {
    unresolved_.front()->is_resolving = true;
    released.push_back(unresolved_.front());
    unresolved_.pop_front();
    ++resolving_;
  }
  return released;
}

NameQueue::Name const* NameQueue::find(std::string_view host) const {
  const auto name = names_.find(std::string(host));
  return name == names_.end() ? nullptr : &name->second;
}

}  // namespace hrefkit::net
