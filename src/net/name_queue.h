// Names that the transport lets libcurl look up: a few at a time, each once.
//
// libcurl resolves each name in a thread of its own; a linked one asks name servers itself. At most
// `max_resolving` of them are let through: a request whose name is not known waits for its turn,
// and others of the same name wait for it. A name that failed three times is not looked up again.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/net/curl_exchange.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::net {

class NameQueue {
 public:
  /// A host name.
  struct Name {
    bool is_resolving = false;
    bool is_known = false;
    bool is_loopback = false;
    int failures = 0;  ///< to resolve, in a row
    Failure failure = Failure::none;
    std::vector<CurlExchange*> waiters;
  };

  /// True where the request may begin; false where it waits. The error is that of its name.
  tl::expected<bool, Failure> enter(CurlExchange& exchange);

  /// The name of a request has an address.
  void note_address(std::string const& name, bool is_loopback);

  /// The look-up of a request is over, with or without an address.
  void end_look_up(CurlExchange& exchange);

  /// The name of a request cannot be resolved. Returns those that waited for it.
  std::vector<CurlExchange*> fail(CurlExchange const& exchange, Failure failure);

  /// Forgets a request that waits.
  void leave(CurlExchange& exchange);

  /// True where `release` has something to do.
  bool has_ended() const { return !resolved_.empty(); }

  /// The requests that begin now.
  std::vector<CurlExchange*> release();

  /// Null for a name of no request.
  Name const* find(std::string_view host) const;

 private:
  std::unordered_map<std::string, Name, text::SeededHasher> names_;
  std::deque<CurlExchange*> unresolved_;  ///< first of their names
  std::vector<std::string> resolved_;     ///< in this round
  std::size_t resolving_ = 0;
};

}  // namespace hrefkit::net
