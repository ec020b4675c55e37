// A client that sends requests while its caller works on the answers.
//
//   BackgroundClient client(options, transport, system_clock(), listener, Asking::in_background);
//   client.add({.url = "https://a.example/", .token = 1});
//   while (client.step(std::chrono::seconds(1))) {
//     // listener.finished(series) was called for some tasks; others are under way
//   }
//
// Waking a thread costs more than a request to a server nearby. So tasks and answers pass in
// batches: a caller that waits is woken when many answers are there or when there is soon nothing
// left to ask for, and the client when it has run out of tasks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/robots.h"

namespace hrefkit::site {

enum class Asking : std::uint8_t {
  within_step,
  in_background,  ///< in a thread of its own, if the system has one to give
};

/// Used from one thread, in which the listener is called, too. Readers of tasks, the transport and
/// the clock are used from the thread that asks until a task ends, or until `stop`.
class BackgroundClient final : net::Listener {
 public:
  /// Called after each step of the client, from the thread that asks.
  using Watch = std::function<void(net::Client const& client)>;

  /// All references outlive this.
  BackgroundClient(net::ClientOptions options, net::Transport& transport, net::Clock const& clock,
                   net::Listener& listener, Asking asking, Watch watch = {});
  ~BackgroundClient() override { stop(); }

  /// As Client::add. Tasks start with the next `step`.
  void add(net::Task task);

  /// As Client::request_robots.
  void request_robots(std::string_view origin);

  /// Waits until answers are there, at most for `max`, and notifies the listener. False where
  /// nothing is left to do.
  bool step(std::chrono::milliseconds max);

  /// Forgets all tasks, which are not reported. No others may be added.
  void stop();

  /// Valid after `stop`.
  net::Counters const& counters() const { return client_.counters(); }

 private:
  /// What passes from thread to thread.
  struct Answers {
    std::vector<net::Series> series = {};
    std::vector<std::pair<std::string, net::Robots>> robots = {};

    std::size_t size() const { return series.size() + robots.size(); }
  };
  struct Orders {
    std::vector<net::Task> tasks = {};
    std::vector<std::string> robots = {};

    bool empty() const { return tasks.empty() && robots.empty(); }
  };

  void finished(net::Series series) override;
  void robots_known(std::string_view origin, net::Robots const& robots) override;
  void ask();
  void work();
  void submit(Orders& orders);
  bool is_enough() const;
  void notify(Answers& answers);

  net::Client client_;
  net::Transport& transport_;
  net::Listener& listener_;
  Watch watch_;

  // The caller's.
  Orders new_orders_;
  std::size_t unanswered_ = 0;

  // The asking thread's.
  Answers new_answers_;

  std::mutex mutex_;  // for all that follows
  std::condition_variable caller_;
  std::condition_variable asker_;
  Orders orders_;
  Answers answers_;
  std::size_t pending_ = 0;  // tasks that the client has
  bool caller_waits_ = false;
  bool is_stopped_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // the last: it uses all others
};

}  // namespace hrefkit::site
