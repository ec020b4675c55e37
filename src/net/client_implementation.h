// The client behind its face: client.cpp decides when requests start, client_answers.cpp what
// follows an answer.
//
// Each origin has a queue of tasks, and runs: tasks that have been started. A run is a chain of
// hops, a hop a series of attempts. Between two attempts a run waits in its origin for its turn
// ("ready") or for its time ("delayed"). `turns_` orders the origins by the time of their next
// start. Code that lets an origin start earlier calls `schedule`.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/body_feed.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/cookies.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/fifo.h"
#include "hrefkit/net/next_step.h"
#include "hrefkit/net/origin_health.h"
#include "hrefkit/net/origin_turns.h"
#include "hrefkit/net/robots.h"
#include "hrefkit/net/robots_answers.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

constexpr std::size_t no_origin = std::numeric_limits<std::size_t>::max();

class Client::Implementation {
 public:
  Implementation(ClientOptions options, Transport& transport, Clock const& clock,
                 Listener& listener)
      : options_(std::move(options)), transport_(transport), clock_(clock), listener_(listener) {
    options_.connections = std::max(1, options_.connections);
    options_.per_host = std::max(1, options_.per_host);
  }

  ~Implementation() { cancel(); }
  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;

  void add(Task task);
  void request_robots(std::string_view origin);
  bool step(std::chrono::milliseconds max);
  void cancel();

  Counters const& counters() const { return counters_; }
  std::size_t pending() const { return pending_; }
  std::vector<WaitingOrigin> waiting(std::size_t max) const;

 private:
  /// What a run is for.
  enum class Purpose : std::uint8_t { task, robots };

  /// One started task, or the loading of one robots.txt. It receives its answers itself.
  struct Run final : AnswerSink {
    Run(Implementation& in, url::Url first) : client(in), url(std::move(first)) {}

    bool head(int status, http::Fields const& fields) override;
    bool body(std::string_view bytes) override;
    void done(Failure failure) override;

    Implementation& client;
    Purpose purpose = Purpose::task;
    Task task;                          ///< for Purpose::task
    url::Url url;                       ///< of this hop; its fragment is a Location's
    std::size_t origin = no_origin;     ///< of this hop
    std::size_t robots_of = no_origin;  ///< for Purpose::robots: whose file it is
    Method method = Method::get;        ///< of the next attempt
    int retries_done = 0;               ///< in this hop
    bool left_first_origin = false;
    bool has_default_agent = false;        ///< this request has, not one of --header
    bool uses_other_agent = false;         ///< from now on
    bool is_probe = false;                 ///< this request decides whether its origin is closed
    bool is_after_wait = false;            ///< this request was sent after a wait
    bool is_known = false;                 ///< robots.txt itself: an attempt for it has counted
    bool changed_cookies = false;          ///< this answer did
    std::optional<CookieJar> own_cookies;  ///< null: those of the options, unchanged
    std::size_t first_origin = no_origin;
    std::string credentials;  ///< Authorization for `credentials_origin`
    std::size_t credentials_origin = no_origin;
    std::vector<text::Hash128> seen;  ///< URL and cookies of each hop that was asked for
    Series series;
    std::unique_ptr<BodyFeed> feed;
    std::string feed_url;
    std::string robots_text;
    std::vector<Header> robots_headers;  ///< of the request for it
    std::size_t in_flight = no_origin;   ///< its place in `in_flight_`
  };

  struct Delayed {
    SteadyTime time;
    std::uint64_t number;
    Run* run;

    bool operator>(Delayed const& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  enum class RobotsState : std::uint8_t { unknown, loading, known };

  struct Origin {
    std::string name;  ///< "https://a.example:81"
    std::string host;
    Fifo<Task> queue;
    Fifo<Run*> ready;              ///< before the queue
    std::vector<Delayed> delayed;  ///< a heap, the first at its front
    std::vector<Run*> robots_waiters;
    std::vector<std::string> robots_callers;  ///< names of request_robots
    Robots robots;
    Failure robots_failure = Failure::none;
    RobotsState robots_state = RobotsState::unknown;
    OriginHealth health;
    bool is_slow = false;
    bool is_closed = false;
    End closing_end = End::rate;  ///< of the tasks that waited when it was closed
    Failure closing_failure = Failure::none;
    bool is_loopback = false;
    int open = 0;
    std::size_t tasks = 0;  ///< queued, waiting and open
    SteadyTime next_start = SteadyTime::min();
    SteadyTime stop_until = SteadyTime::min();
    std::chrono::milliseconds crawl_delay{0};
  };

  std::size_t origin_of(url::Url const& url) { return origin_named(url.origin()); }
  std::size_t origin_named(std::string const& name);
  void add_bad_url(Task const& task);
  void schedule(std::size_t origin);
  void start_what_may();
  bool start_one(std::size_t index);
  Run* next_run(std::size_t index);
  Run* begin_task(std::size_t index, Task task);
  bool may_ask(Run& run);
  bool obeys_robots(Task const& task) const;
  bool is_held(Origin const& origin) const;
  bool is_full(Origin const& origin) const;
  void load_robots(std::size_t index, bool is_of_redirect = false);
  void send(Run& run);
  void keep_robots_answer(Run& run, Attempt const& attempt);
  static void answer(Run& run, RobotsAnswer const& known);
  std::vector<Header> headers_for(Run& run);
  std::string const& user_agent_of(Run const& run) const {
    return run.uses_other_agent ? options_.other_user_agent : options_.user_agent;
  }
  void handle_ended();
  void handle(Run& run);
  void follow(Run& run);
  void wait_for_turn(Run& run);
  void finish(Run& run, End end);
  void finish_robots(Run& run, bool is_answered);
  void finish_closed(Run& run);
  void close_origin(std::size_t index, End end, Failure failure);
  void notify_listener();
  bool reads_body(Run const& run, Attempt const& attempt) const;
  /// Of a URL that is asked for with these cookies: the same twice is a loop.
  static text::Hash128 hash_of_hop(url::Url const& url, std::string_view cookies);
  CookieJar& jar_of(Run& run);
  CookieJar const& sent_jar(Run const& run) const;
  void release(Run& run);

  ClientOptions options_;
  Transport& transport_;
  Clock const& clock_;
  Listener& listener_;
  std::vector<Origin> origins_;
  std::unordered_map<std::string, std::size_t, text::SeededHasher> origin_places_;
  OriginTurns turns_;
  std::uint64_t next_retry_ = 0;
  std::unordered_map<Run*, std::unique_ptr<Run>> runs_;
  std::vector<Run*> in_flight_;
  std::vector<Run*> ended_;
  std::vector<Series> finished_;
  std::vector<std::size_t> robots_to_report_;
  RobotsAnswers robots_answers_;
  int open_ = 0;
  std::size_t pending_ = 0;
  std::uint64_t cancellations_ = 0;
  Counters counters_;
};

}  // namespace hrefkit::net
