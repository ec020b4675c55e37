// One HTTP request and its answer, and the interface of what sends it: one hop, without redirects
// and retries. The network's transport is one (curl_transport.h), a user's own fetcher may be
// another.
//
//   transport.start({.method = Method::head, .url = "https://a.example/"}, sink);
//   while (!sink.is_done) transport.wait(std::chrono::seconds(1));
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/http/fields.h"

namespace hrefkit::net {

enum class Method : std::uint8_t { head, get };

/// "HEAD" or "GET".
std::string_view name_of(Method method);

/// A header field that is sent.
struct Header {
  std::string name;
  std::string value;

  bool operator==(Header const&) const = default;
};

/// One request. All fields that it needs are in `headers`, but for Host and those that the protocol
/// needs (Connection, HTTP/2's own).
struct Request {
  Method method = Method::get;
  std::string url = {};  ///< absolute, http or https, serialised; no fragment and no userinfo
  std::vector<Header> headers = {};
  bool wants_body = false;  ///< a hint: whether the body of a usual answer will be read
};

/// Why there is no whole answer. `word` gives its name in rows.
enum class Failure : std::uint8_t {
  none,
  dns,                ///< the name does not resolve, or no name server answers
  refused,            ///< no connection: refused or unreachable
  reset,              ///< the connection was reset
  empty,              ///< the connection was closed without an answer
  protocol,           ///< the answer is not HTTP, or its head is over a limit
  truncated,          ///< the body ends early
  timeout,            ///< the time of the request is over
  tls_expired,        ///< the certificate is no longer valid
  tls_not_yet_valid,  ///< the certificate is not yet valid
  tls_self_signed,    ///< it is signed by itself, or by a root that nobody trusts
  tls_host,           ///< it is for another host
  tls_handshake,      ///< any other failure of TLS
  tls_issuer,         ///< its issuer is not known: an intermediate certificate may be missing
  private_address,    ///< no address of the host may be asked (address_rules.h)
  proxy,              ///< the proxy cannot be reached; nothing is known of the host
};

/// The word for a row's `reason`: "dns", "tls-not-yet-valid"; "private" for private_address; empty
/// for none.
std::string_view word(Failure failure);

/// The failure of that word; `protocol` for unknown words: a user's fetcher may say anything.
Failure failure_of(std::string_view word);

/// True for tls_expired to tls_issuer.
bool is_tls(Failure failure);

/// Receives one answer: `head` at most once, then `body` any number of times, then `done` once,
/// which is the last call. All are called within Transport::wait, or within `start` by a
/// transport that blocks.
class AnswerSink {
 public:
  AnswerSink() = default;
  AnswerSink(AnswerSink const&) = delete;
  AnswerSink& operator=(AnswerSink const&) = delete;
  virtual ~AnswerSink() = default;

  /// The final head: answers of 1xx are passed by. False ends the exchange: no body is read, and
  /// done(Failure::none) follows. The fields live as long as the call.
  virtual bool head(int status, http::Fields const& fields) = 0;

  /// The next bytes of the body as the server sent them: chunks are undone, content codings are
  /// not. False ends the exchange as for `head`.
  virtual bool body(std::string_view bytes) = 0;

  virtual void done(Failure failure) = 0;
};

/// Sends requests. Used from one thread at a time. Implementations keep the rules of addresses
/// where sockets are opened, the time-outs, and the limits of heads.
class Transport {
 public:
  Transport() = default;
  Transport(Transport const&) = delete;
  Transport& operator=(Transport const&) = delete;
  virtual ~Transport() = default;

  /// Starts a request. `sink` lives until its `done`, or until `cancel`.
  virtual void start(Request request, AnswerSink& sink) = 0;

  /// Forgets the request of `sink`, which is called no more. Not from within a call of a sink.
  virtual void cancel(AnswerSink& sink) = 0;

  /// Waits until something arrives, at most for `max`, and calls sinks for what did. A scripted
  /// transport sets the clock of its test forward here.
  virtual void wait(std::chrono::milliseconds max) = 0;

  /// Ends a `wait` that goes on in another thread, or the next one. For any thread.
  virtual void wake() {}

  /// True where the host of a URL is known to be this machine: its requests need no delay.
  virtual bool is_loopback(std::string_view host) const {
    static_cast<void>(host);
    return false;
  }

  /// True where bodies may lack the codings that their heads name: a user's own fetcher often
  /// undoes them.
  virtual bool may_undo_codings() const { return false; }

  /// Why the proxy for a URL cannot be used: a message of one line that names the option or the
  /// environment variable. For a request that has ended with Failure::proxy.
  virtual std::string proxy_fault(std::string_view url) const {
    static_cast<void>(url);
    return "the proxy cannot be reached";
  }

  /// False where no address of the host of a URL has been found: its name does not resolve, or a
  /// proxy is to resolve it.
  virtual bool is_resolved(std::string_view host) const {
    static_cast<void>(host);
    return true;
  }
};

}  // namespace hrefkit::net
