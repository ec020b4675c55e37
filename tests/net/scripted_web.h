// A web that answers by a script, on a clock that only waiting sets forward. It logs each request.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/net/client.h"

namespace hrefkit::test {

/// One answer, or a failure.
struct Reply {
  int status = 200;  ///< 0: no answer, but `failure`
  std::string fields = {};
  std::string body = {};
  net::Failure failure = net::Failure::none;
  std::chrono::milliseconds takes{0};  ///< until it arrives
};

class ScriptedClock final : public net::Clock {
 public:
  net::SteadyTime steady() const override { return net::SteadyTime(now); }
  net::WallTime wall() const override {
    return net::WallTime(std::chrono::seconds(1'000'000'000) + now);
  }

  std::chrono::milliseconds now{0};
};

class ScriptedWeb final : public net::Transport {
 public:
  explicit ScriptedWeb(ScriptedClock& clock) : clock_(clock) {}

  /// The next answer of "HEAD URL", "GET URL" or "URL", in the order of the calls; the last one is
  /// repeated. What has none is not found.
  void on(std::string const& request, Reply reply) {
    replies_[request].push_back(std::move(reply));
  }

  /// Answers to what has none of its own, in turn, whatever is asked for.
  void in_turn(std::vector<Reply> replies) { sequence_ = std::move(replies); }

  void start(net::Request request, net::AnswerSink& sink) override;
  void cancel(net::AnswerSink& sink) override;
  void wait(std::chrono::milliseconds max) override;
  bool is_loopback(std::string_view host) const override { return host == "near.example"; }

  /// One request a line: "TIME METHOD URL", and the headers that `logs_headers` names.
  std::string log;
  std::vector<std::string> logged_headers;
  std::size_t max_open = 0;
  std::map<std::string, std::size_t> max_open_of;  ///< by "scheme://host"

 private:
  struct Open {
    std::chrono::milliseconds end;
    net::Request request;
    net::AnswerSink* sink;
    Reply reply;
    std::string origin;
  };

  Reply next_reply(net::Request const& request);
  static void answer(Open const& open);

  ScriptedClock& clock_;
  std::map<std::string, std::vector<Reply>> replies_;
  std::map<std::string, std::size_t> given_;
  std::vector<Reply> sequence_;
  std::size_t next_in_sequence_ = 0;
  std::vector<Open> open_;
};

/// What a reader got.
class Pages final : public net::BodyReader {
 public:
  bool begin(net::BodyHead const& head) override;
  bool read(std::string_view bytes) override;

  std::string type;
  std::string url;
  std::string text;
  int begins = 0;
  std::string until;  ///< it has seen enough with that; empty: never
  bool refuses = false;
};

/// Keeps all series by their tokens.
class Collected final : public net::Listener {
 public:
  void finished(net::Series found) override;
  void robots_known(std::string_view origin, net::Robots const& robots) override;

  std::map<std::uint64_t, net::Series> series;
  std::string robots;           ///< "ORIGIN SITEMAPS" lines
  std::vector<net::Task> more;  ///< added when the next series comes
  net::Client* client = nullptr;
};

/// "accepted 200 https://a.example/: HEAD 403, GET 200 | ..."
std::string described(net::Series const& series);

}  // namespace hrefkit::test
