// A client in its own thread gives the answers that it gives within the caller's.
#include "hrefkit/site/crawl/background_client.h"

#include <catch2/catch.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hrefkit/http/fields.h"

namespace hrefkit::site {

namespace {

const std::string host = "http://127.0.0.1/";

/// Answers all that is open at once, with the URL as the body. Where only what is "slow" is open,
/// it waits until another thread wakes it.
class Server final : public net::Transport {
 public:
  void start(net::Request request, net::AnswerSink& sink) override {
    if (request.url == host + "fault") throw std::runtime_error("a fault");
    (request.url == host + "slow" ? slow_ : open_).emplace_back(std::move(request), &sink);
  }

  void cancel(net::AnswerSink& sink) override {
    for (auto* list : {&open_, &slow_}) {
      std::erase_if(*list, [&](auto const& each) { return each.second == &sink; });
    }
  }

  void wait(std::chrono::milliseconds) override {
    if (open_.empty() && !slow_.empty()) {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [this] { return std::exchange(is_awake_, false); });
      return;
    }
    std::vector<std::pair<net::Request, net::AnswerSink*>> open;
    open.swap(open_);
    for (auto const& [request, sink] : open) {
      if (sink->head(200, http::Fields::parse("Content-Type: text/html\r\n"))) {
        static_cast<void>(sink->body(request.url));
      }
      sink->done(net::Failure::none);
    }
  }

  void wake() override {
    {
      const std::lock_guard lock(mutex_);
      is_awake_ = true;
    }
    woken_.notify_one();
  }

 private:
  std::vector<std::pair<net::Request, net::AnswerSink*>> open_;
  std::vector<std::pair<net::Request, net::AnswerSink*>> slow_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool is_awake_ = false;
};

class Body final : public net::BodyReader {
 public:
  bool begin(net::BodyHead const&) override { return true; }
  bool read(std::string_view bytes) override {
    text += bytes;
    return true;
  }
  std::string text;
};

/// Asks for pages, and for `more` others one by one as answers come.
class Caller final : public net::Listener {
 public:
  explicit Caller(Asking asking, BackgroundClient::Watch watch = {})
      : client(options(), server, net::system_clock(), *this, asking, std::move(watch)) {}

  static net::ClientOptions options() {
    net::ClientOptions options;
    options.addresses = net::AddressRules::allowing_all();
    return options;
  }

  void ask(std::string const& path) {
    const std::uint64_t token = bodies.size();
    net::Task task{.url = host + path, .token = token};
    task.reader = &bodies[token];
    client.add(std::move(task));
  }

  void finished(net::Series series) override {
    CHECK(std::this_thread::get_id() == thread);
    CHECK(series.end == net::End::accepted);
    CHECK(bodies.at(series.token).text == series.final_url);
    ++answers[series.token];
    if (more == 0) return;
    --more;
    ask("more" + std::to_string(more));
  }

  void robots_known(std::string_view origin, net::Robots const&) override {
    CHECK(std::this_thread::get_id() == thread);
    robots += origin;
  }

  std::thread::id thread = std::this_thread::get_id();
  Server server;
  std::map<std::uint64_t, Body> bodies;
  std::map<std::uint64_t, int> answers;  // by token
  std::string robots;
  int more = 0;
  BackgroundClient client;
};

}  // namespace

TEST_CASE("each task of a client in its own thread is answered once", "[crawl]") {
  const Asking asking = GENERATE(Asking::in_background, Asking::within_step);
  const int first = GENERATE(1, 5, 200);
  const int more = GENERATE(0, 1, 300);
  int steps = 0;
  Caller caller(asking, [&](net::Client const&) { ++steps; });
  caller.more = more;
  caller.client.request_robots("http://127.0.0.1");
  for (int i = 0; i < first; ++i) caller.ask("first" + std::to_string(i));
  while (caller.client.step(std::chrono::seconds(60))) {
  }
  CHECK(caller.answers.size() == static_cast<std::size_t>(first + more));
  for (auto const& [token, count] : caller.answers) CHECK(count == 1);
  CHECK(caller.robots == "http://127.0.0.1");
  caller.client.stop();
  CHECK(caller.client.counters().requests == static_cast<std::uint64_t>(first + more + 1));
  CHECK(steps != 0);
}

TEST_CASE("a task starts while another one has no answer", "[crawl]") {
  Caller caller(Asking::in_background);
  caller.ask("slow");
  static_cast<void>(caller.client.step(std::chrono::milliseconds(1)));
  caller.ask("quick");
  // Nobody else wakes the server.
  while (caller.answers.empty()) static_cast<void>(caller.client.step(std::chrono::seconds(60)));
  CHECK(caller.answers == std::map<std::uint64_t, int>{{1, 1}});
}

TEST_CASE("a client that is stopped reports nothing more", "[crawl]") {
  const Asking asking = GENERATE(Asking::in_background, Asking::within_step);
  Caller caller(asking);
  for (int i = 0; i < 100; ++i) caller.ask("page" + std::to_string(i));
  static_cast<void>(caller.client.step(std::chrono::seconds(60)));
  const auto known = caller.answers;
  caller.client.stop();
  caller.bodies.clear();
  CHECK(caller.answers == known);
}

TEST_CASE("a fault of the thread that asks is one of the caller's step", "[crawl]") {
  const Asking asking = GENERATE(Asking::in_background, Asking::within_step);
  Caller caller(asking);
  caller.ask("fault");
  CHECK_THROWS_WITH(
      [&] {
        while (caller.client.step(std::chrono::seconds(60))) {
        }
      }(),
      "a fault");
}

}  // namespace hrefkit::site
