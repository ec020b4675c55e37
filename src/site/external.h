// How a check asks for links to other sites, and what came of it. It never asks by itself: the
// program gives it a transport.
//
//   auto transport = net::make_transport({});
//   ExternalOptions external{.transport = transport->get()};
//   check(*site, {.external = &external}, sink);
//
// A program with an HTTP client of its own derives from External and gives FetcherTransport.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::net {
class Cache;
}

namespace hrefkit::site {

/// What is known while addresses are asked for.
struct ExternalProgress {
  std::size_t done = 0;  ///< addresses
  std::size_t all = 0;
  std::uint64_t requests = 0;
  std::vector<net::WaitingOrigin> waiting = {};  ///< the origins with the most addresses left
};

/// How links to other sites are asked for.
struct ExternalOptions {
  net::Transport* transport = nullptr;  ///< sends the requests; it must outlive the check
  net::ClientOptions client = {};
  net::Clock const* clock = nullptr;  ///< null: that of the system
  net::Cache* cache = nullptr;        ///< of answers of former runs; null: there is none
  /// An answer of the cache that is older is asked for again.
  std::chrono::seconds max_age = std::chrono::hours(24);
  bool is_insecure = false;       ///< a certificate is no finding
  bool suggests_archive = false;  ///< a broken link's suggestion is its address in an archive
  /// Which of these links are asked for, by their URLs; empty: all. Called by several threads.
  std::function<bool(std::string_view url)> is_included = {};
  /// Asked for often: true ends the check, whose report is incomplete then.
  std::function<bool()> is_stopped = {};
  std::function<void(ExternalProgress const&)> progress = {};
  /// The header fields, cookies and others, that shape answers and are not in `client`: a part of
  /// the cache's keys.
  std::string shape = {};
};

/// What came of the links to other sites. An address is a URL without its fragment, and counts once
/// in `fine` to `not_asked`: by the worst that one of its links is.
struct ExternalCounts {
  bool is_on = false;  ///< they were to be asked for
  std::size_t links = 0;
  std::size_t addresses = 0;
  std::size_t hosts = 0;
  std::size_t fine = 0;
  std::size_t broken = 0;  ///< with those that lead to another page, or to no element
  std::size_t tls = 0;
  std::size_t timed_out = 0;
  std::size_t redirected = 0;
  std::size_t blocked = 0;
  std::size_t not_asked = 0;   ///< private, of another scheme, or left when the check was stopped
  std::size_t forbidden = 0;   ///< of those that are blocked: by robots.txt
  std::size_t too_costly = 0;  ///< of those: the patterns of robots.txt take too long to match
  /// Of those that timed out or are blocked: not requested, since their hosts failed before.
  std::size_t given_up = 0;
  std::uint64_t requests = 0;
  std::size_t cached = 0;   ///< addresses that the cache answered
  bool is_stopped = false;  ///< by `is_stopped`: not all was asked for
  /// None of three hosts or more resolves: there is no row, and no address counts as asked.
  bool has_no_network = false;
  std::size_t hosts_tried = 0;  ///< fewer than `hosts` if the first ones show no network
  /// A message for each proxy that could not be reached. Addresses that need it are not judged.
  std::set<std::string> proxy_faults = {};
  std::string cache_trouble = {};  ///< why the cache is not used any more; mostly empty
};

/// Receives the answer to one request, in this order: `head` once, `body` any number of times; or
/// `fail` in place of what is missing. A body without a head, a second head, and what follows
/// `fail` do not count. A head that is none (another status, more than 300 KiB of fields) is the
/// failure "protocol"; nothing at all is "empty".
class ExternalAnswer {
 public:
  virtual ~ExternalAnswer() = default;

  /// The status, 200 to 999, and the fields of the final answer, as lines "name: value" with line
  /// ends between. False: no body is wanted.
  virtual bool head(int status, std::string_view fields) = 0;

  /// The next bytes of the body, as the server sent them: content codings are undone here. False:
  /// no more is wanted.
  virtual bool body(std::string_view bytes) = 0;

  /// Why there is no whole answer: a word of the rows' `reason`, such as "dns", "timeout" or
  /// "tls-expired". Other words count as "protocol".
  virtual void fail(std::string_view reason) = 0;
};

/// A program's own way to fetch. It sends one request and follows no redirect: robots.txt, limits,
/// delays, retries, redirects, verdicts and the cache are the check's.
class External {
 public:
  virtual ~External() = default;

  /// Sends the request and gives the answer. Called from the thread that called `check`, one
  /// request at a time; it returns when the answer is there.
  virtual void fetch(net::Request const& request, ExternalAnswer& answer) = 0;
};

/// An External as a transport.
class FetcherTransport final : public net::Transport {
 public:
  /// `external` must outlive this. An answer that takes longer than `timeout`, unless that is 0, is
  /// the failure "timeout".
  explicit FetcherTransport(External& external, std::chrono::milliseconds timeout = {})
      : external_(external), timeout_(timeout) {}

  bool may_undo_codings() const override { return true; }
  void start(net::Request request, net::AnswerSink& sink) override;
  void cancel(net::AnswerSink& sink) override;
  void wait(std::chrono::milliseconds max) override;

 private:
  struct Waiting {
    net::Request request;
    net::AnswerSink* sink;
  };

  External& external_;
  std::chrono::milliseconds timeout_;
  std::deque<Waiting> waiting_;
};

}  // namespace hrefkit::site
