// A program's own way to fetch, as a transport: one request after the other, each within `wait`.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/site/external.h"

namespace hrefkit::site {

namespace {

/// Passes on the answer of a fetcher, whatever it does, until the time is over.
class Answer final : public ExternalAnswer {
 public:
  Answer(net::AnswerSink& sink, std::chrono::milliseconds timeout)
      : sink_(sink), timeout_(timeout) {}

  bool head(int status, std::string_view fields) override {
    fail_if_late();
    if (is_over_ || has_head_ || failure_) return false;
    if (status < 200 || status > 999 || fields.size() > max_fields) {
      failure_ = net::Failure::protocol;
      return false;
    }
    has_head_ = true;
    is_over_ = !sink_.head(status, http::Fields::parse(fields));
    return !is_over_;
  }

  bool body(std::string_view bytes) override {
    fail_if_late();
    if (is_over_ || !has_head_ || failure_) return false;
    if (!bytes.empty()) is_over_ = !sink_.body(bytes);
    return !is_over_;
  }

  void fail(std::string_view reason) override {
    if (!failure_) failure_ = net::failure_of(reason);
  }

  /// The call that ends the answer.
  void finish() {
    fail_if_late();
    const net::Failure nothing = has_head_ ? net::Failure::none : net::Failure::empty;
    sink_.done(is_over_ ? net::Failure::none : failure_.value_or(nothing));
  }

 private:
  static constexpr std::size_t max_fields = std::size_t{300} << 10;

  void fail_if_late() {
    if (timeout_ == std::chrono::milliseconds::zero()) return;
    if (std::chrono::steady_clock::now() - start_ > timeout_) fail("timeout");
  }

  net::AnswerSink& sink_;
  std::chrono::milliseconds timeout_;  // 0: none
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool has_head_ = false;
  bool is_over_ = false;  // nobody wants more
  std::optional<net::Failure> failure_;
};

}  // namespace

void FetcherTransport::start(net::Request request, net::AnswerSink& sink) {
  waiting_.push_back({std::move(request), &sink});
}

void FetcherTransport::cancel(net::AnswerSink& sink) {
  std::erase_if(waiting_, [&](Waiting const& each) { return each.sink == &sink; });
}

void FetcherTransport::wait(std::chrono::milliseconds max) {
  if (waiting_.empty()) {
    if (max > std::chrono::milliseconds::zero()) std::this_thread::sleep_for(max);
    return;
  }
  const Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  Answer answer(*next.sink, timeout_);
  external_.fetch(next.request, answer);
  answer.finish();
}

}  // namespace hrefkit::site
