// A web of a test: a transport that answers what a script says, and a clock that moves on when
// nothing happens.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::site {

struct ScriptedAnswer {
  int status = 200;
  std::string fields = {};  ///< "name: value\r\n"
  std::string body = {};
  net::Failure failure = net::Failure::none;
};

class ScriptedClock final : public net::Clock {
 public:
  net::SteadyTime steady() const override { return net::SteadyTime(now_); }
  net::WallTime wall() const override {
    return net::WallTime(std::chrono::duration_cast<net::WallTime::duration>(now_));
  }
  void advance(std::chrono::milliseconds by) { now_ += by; }

 private:
  std::chrono::nanoseconds now_ = std::chrono::hours(24 * 20'000);
};

class ScriptedWeb final : public net::Transport {
 public:
  explicit ScriptedWeb(ScriptedClock& clock) : clock_(clock) {}

  /// The answers to requests for `url`, one after the other; the last one stays.
  void answer(std::string const& url, std::vector<ScriptedAnswer> answers) {
    answers_[url] = {answers.begin(), answers.end()};
  }

  /// "HEAD https://a.example/", in order.
  std::vector<std::string> const& requests() const { return requests_; }
  void forget_requests() { requests_.clear(); }

  /// For URLs without an answer.
  ScriptedAnswer unknown = {.status = 0, .failure = net::Failure::dns};

  bool resolves_names = true;  ///< false: a proxy does, or nobody
  bool is_resolved(std::string_view /*host*/) const override { return resolves_names; }

  void start(net::Request request, net::AnswerSink& sink) override {
    requests_.push_back(std::string(net::name_of(request.method)) + " " + request.url);
    waiting_.push_back({std::move(request), &sink});
  }

  void cancel(net::AnswerSink& sink) override {
    std::erase_if(waiting_, [&](auto const& each) { return each.second == &sink; });
  }

  void wait(std::chrono::milliseconds max) override {
    if (waiting_.empty()) return clock_.advance(max);
    auto [request, sink] = std::move(waiting_.front());
    waiting_.pop_front();
    auto found = answers_.find(request.url);
    ScriptedAnswer answer = unknown;
    if (found != answers_.end()) {
      answer = found->second.front();
      if (found->second.size() > 1) found->second.pop_front();
    }
    if (answer.status != 0 && !sink->head(answer.status, http::Fields::parse(answer.fields))) {
      return sink->done(net::Failure::none);
    }
    const bool has_body = request.method == net::Method::get && !answer.body.empty();
    if (has_body && !sink->body(answer.body)) return sink->done(net::Failure::none);
    sink->done(answer.failure);
  }

 private:
  ScriptedClock& clock_;
  std::map<std::string, std::deque<ScriptedAnswer>> answers_;
  std::deque<std::pair<net::Request, net::AnswerSink*>> waiting_;
  std::vector<std::string> requests_;
};

}  // namespace hrefkit::site
