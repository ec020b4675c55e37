#include "hrefkit/net/client.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>

#include "hrefkit/http/body.h"
#include "hrefkit/net/body_feed.h"
#include "hrefkit/net/origin_health.h"
#include "hrefkit/net/redirect.h"
#include "hrefkit/net/retry_after.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

// How it works
//
// Each origin has a queue of tasks, and runs: tasks that have been started. A run is a chain of
// hops, a hop a series of attempts. Between two attempts a run waits in its origin for its turn
// ("ready") or for its time ("delayed"). A heap orders the origins by the time of their next start,
// so that a step costs the logarithm of their number, not of the number of tasks.
//
// Of an origin's entries in the heap, the one with `heap_time` counts; the others are skipped. The
// time may be too early: it is computed again when the entry comes up. Code that lets an origin
// start earlier calls `schedule`.

namespace hrefkit::net {

namespace {

constexpr std::chrono::milliseconds default_delay{100};
constexpr std::chrono::milliseconds max_crawl_delay{10'000};
constexpr int max_robots_redirects = 5;

/// So many bytes of answers for robots.txt are kept for links that lead there.
constexpr std::size_t max_kept_robots = std::size_t{8} << 20;

constexpr std::string_view accept = "text/html,application/xhtml+xml,*/*;q=0.8";
constexpr std::string_view accept_encoding = "gzip, deflate, br, zstd";

constexpr std::size_t no_origin = std::numeric_limits<std::size_t>::max();

std::string robots_url(std::string_view origin) {
  return std::string(origin) + "/robots.txt";
}

/// The origin of a serialised URL of http or https, as Url::origin gives it, without a parse; empty
/// for others.
std::string origin_in(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (url.substr(0, scheme) != "http" && url.substr(0, scheme) != "https") return {};
  const std::string_view rest = url.substr(scheme + 3);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) authority.remove_prefix(at + 1);
  if (authority.empty()) return {};
  std::string origin(url.substr(0, scheme + 3));
  origin += authority;
  return origin;
}

}  // namespace

tl::expected<UserHeader, std::string> parse_user_header(std::string_view value) {
  const auto bad = [](std::string_view why) { return tl::unexpected(std::string(why)); };
  UserHeader header;
  const std::size_t space = value.find(' ');
  const std::string_view first = value.substr(0, space);
  const std::size_t scheme_end = first.find(':');
  const bool has_prefix = space != std::string_view::npos && scheme_end != std::string_view::npos &&
                          first.substr(scheme_end).starts_with("://");
  if (has_prefix) {
    const auto prefix = url::Url::parse(first);
    if (!prefix || (prefix->scheme() != "http" && prefix->scheme() != "https")) {
      return bad("the prefix is not an http or https URL");
    }
    if (prefix->includes_credentials() || prefix->fragment()) {
      return bad("the prefix has a user name, a password or a fragment");
    }
    header.prefix = prefix->href();
    value = text::strip_ascii_whitespace(value.substr(space + 1));
  }
  const std::size_t colon = value.find(':');
  if (colon == std::string_view::npos) return bad("not NAME: VALUE");
  header.name = value.substr(0, colon);
  header.value = text::strip_ascii_whitespace(value.substr(colon + 1));
  if (header.name.empty() || !text::is_made_of(header.name, text::http_token)) {
    return bad("the name is not one of a header field");
  }
  const bool has_control = std::any_of(header.value.begin(), header.value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
  if (has_control) return bad("the value has control characters");
  // They belong to the connection, or would make another request of it.
  for (const std::string_view name : {"connection", "content-length", "transfer-encoding", "te",
                                      "upgrade", "trailer", "expect", "range"}) {
    if (text::equals_ignoring_ascii_case(header.name, name)) {
      return bad("'" + header.name + "' cannot be set");
    }
  }
  return header;
}

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
    std::vector<Task> queue;
    std::size_t queue_begin = 0;
    std::vector<Run*> ready;  ///< before the queue
    std::size_t ready_begin = 0;
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
    bool is_in_heap = false;
    bool is_loopback = false;
    int open = 0;
    std::size_t tasks = 0;  ///< queued, waiting and open
    SteadyTime next_start = SteadyTime::min();
    SteadyTime stop_until = SteadyTime::min();
    SteadyTime heap_time{};
    std::chrono::milliseconds crawl_delay{0};

    bool has_queue() const { return queue_begin < queue.size(); }
    bool has_ready() const { return ready_begin < ready.size(); }
  };

  /// What was answered on the way to a robots.txt, for a link that leads there.
  struct RobotsAnswer {
    std::vector<Header> headers;  ///< of the request
    int status = 0;
    http::Fields fields;
    std::string body;
    Failure failure = Failure::none;
  };

  struct Turn {
    SteadyTime time;
    std::uint64_t number;  ///< first come, first served
    std::size_t origin;

    bool operator>(Turn const& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  std::size_t origin_of(url::Url const& url) { return origin_named(url.origin()); }
  std::size_t origin_named(std::string const& name);
  void add_bad_url(Task const& task);
  void schedule(std::size_t origin);
  void enter_heap(std::size_t origin, SteadyTime time);
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
  CookieJar& jar_of(Run& run);
  CookieJar const& sent_jar(Run const& run) const;
  void release(Run& run);

  ClientOptions options_;
  Transport& transport_;
  Clock const& clock_;
  Listener& listener_;
  std::vector<Origin> origins_;
  std::unordered_map<std::string, std::size_t, text::SeededHasher> origin_places_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> heap_;
  std::uint64_t next_turn_ = 0;
  std::unordered_map<Run*, std::unique_ptr<Run>> runs_;
  std::vector<Run*> in_flight_;
  std::vector<Run*> ended_;
  std::vector<Series> finished_;
  std::vector<std::size_t> robots_to_report_;
  std::unordered_map<std::string, RobotsAnswer, text::SeededHasher> robots_answers_;  // by URL
  std::size_t kept_robots_ = 0;                                                       // bytes
  int open_ = 0;
  std::size_t pending_ = 0;
  std::uint64_t cancellations_ = 0;
  Counters counters_;
};

// The answers

bool Client::Implementation::Run::head(int status, http::Fields const& fields) {
  Attempt& attempt = series.hops.back().attempts.back();
  attempt.status = status;
  attempt.is_wall = is_wall(fields);
  attempt.has_location =
      is_redirect(status) && redirection(url, fields).location != Location::missing;
  if (const auto value = fields.first("Retry-After")) {
    attempt.retry_after = parse_retry_after(*value, client.clock_.wall());
  }
  series.fields = fields;
  if (fields.first("Set-Cookie")) {
    changed_cookies = client.jar_of(*this).set_all(url, fields, client.clock_.wall());
  }
  if (!client.reads_body(*this, attempt)) return false;
  if (purpose == Purpose::task && task.reader != nullptr) {
    feed_url = url.href();
    feed = std::make_unique<BodyFeed>(*task.reader, feed_url, is_redirect(status) ? 200 : status,
                                      series.fields, client.options_.max_body,
                                      !client.transport_.may_undo_codings());
  }
  return true;
}

bool Client::Implementation::Run::body(std::string_view bytes) {
  if (bytes.empty()) return true;
  Attempt& attempt = series.hops.back().attempts.back();
  attempt.has_body = true;
  if (purpose == Purpose::robots) {
    // One byte more than counts says that there is more.
    robots_text += bytes.substr(0, max_robots_bytes + 1 - robots_text.size());
    return robots_text.size() <= max_robots_bytes;
  }
  return feed && feed->add(bytes);
}

void Client::Implementation::Run::done(Failure failure) {
  Attempt& attempt = series.hops.back().attempts.back();
  attempt.failure = failure;
  client.ended_.push_back(this);
}

/// Bodies are read for a reader, for robots.txt, and to see whether a redirect without Location has
/// one.
bool Client::Implementation::reads_body(Run const& run, Attempt const& attempt) const {
  if (attempt.method == Method::head) return false;
  if (is_redirect(attempt.status)) {
    return run.purpose == Purpose::task && !attempt.has_location && !attempt.is_wall;
  }
  if (run.purpose == Purpose::robots) return attempt.status >= 200 && attempt.status <= 299;
  return run.task.reader != nullptr && !attempt.is_wall &&
         options_.steps.accept.contains(attempt.status);
}

// The jars

/// The cookies that a request of the run sends.
CookieJar const& Client::Implementation::sent_jar(Run const& run) const {
  if (run.task.cookies != nullptr) return *run.task.cookies;
  return run.own_cookies ? *run.own_cookies : options_.cookies;
}

/// Those that an answer changes.
CookieJar& Client::Implementation::jar_of(Run& run) {
  if (run.task.cookies != nullptr) return *run.task.cookies;
  if (!run.own_cookies) run.own_cookies = options_.cookies;
  return *run.own_cookies;
}

// Origins and their turns

std::size_t Client::Implementation::origin_named(std::string const& name) {
  const auto [place, is_new] = origin_places_.try_emplace(name, origins_.size());
  if (is_new) {
    Origin& origin = origins_.emplace_back();
    origin.name = name;
    origin.host = url::host_of(name);
    origin.is_loopback = is_loopback_host(origin.host);
  }
  return place->second;
}

void Client::Implementation::enter_heap(std::size_t index, SteadyTime time) {
  Origin& origin = origins_[index];
  origin.is_in_heap = true;
  origin.heap_time = time;
  heap_.push({time, next_turn_++, index});
}

/// Puts the origin in the heap where it has something to start and is not full.
void Client::Implementation::schedule(std::size_t index) {
  Origin& origin = origins_[index];
  if (is_full(origin)) return;
  SteadyTime time = SteadyTime::max();
  if (origin.has_ready() || (origin.has_queue() && !is_held(origin))) {
    time = SteadyTime::min();
  } else {
    if (!origin.delayed.empty()) time = origin.delayed.front().time;
  }
  if (time == SteadyTime::max()) return;
  time = std::max({time, origin.next_start, origin.stop_until});
  // A turn that comes too late is replaced by a second one; the first is then passed by.
  if (origin.is_in_heap && origin.heap_time <= time) return;
  enter_heap(index, time);
}

void Client::Implementation::start_what_may() {
  const SteadyTime now = clock_.steady();
  while (!heap_.empty() && open_ < options_.connections && heap_.top().time <= now) {
    const Turn turn = heap_.top();
    heap_.pop();
    Origin& origin = origins_[turn.origin];
    if (!origin.is_in_heap || origin.heap_time != turn.time) continue;  // replaced
    origin.is_in_heap = false;
    const SteadyTime earliest = std::max(origin.next_start, origin.stop_until);
    if (earliest > now) {
      schedule(turn.origin);
      continue;
    }
    if (start_one(turn.origin)) schedule(turn.origin);
  }
}

/// Starts the next request of an origin. False where it had none: then it is not scheduled again.
bool Client::Implementation::start_one(std::size_t index) {
  if (is_full(origins_[index])) return false;
  Run* const run = next_run(index);
  if (run == nullptr) {
    // Something may be delayed, or tasks have ended without a request.
    return true;
  }
  send(*run);
  return true;
}

/// The run that comes next in an origin: one that is due, one that is ready, or the next task.
/// Null where there is none now.
Client::Implementation::Run* Client::Implementation::next_run(std::size_t index) {
  const SteadyTime now = clock_.steady();
  {
    Origin& origin = origins_[index];
    if (!origin.delayed.empty() && origin.delayed.front().time <= now) {
      Run* const run = origin.delayed.front().run;
      std::pop_heap(origin.delayed.begin(), origin.delayed.end(), std::greater<>());
      origin.delayed.pop_back();
      return run;
    }
  }
  if (origins_[index].robots_state == RobotsState::unknown && origins_[index].has_queue() &&
      obeys_robots(origins_[index].queue[origins_[index].queue_begin])) {
    load_robots(index);
  }
  while (origins_[index].has_ready()) {
    Origin& origin = origins_[index];
    Run* const run = origin.ready[origin.ready_begin++];
    if (!origin.has_ready()) {
      origin.ready.clear();
      origin.ready_begin = 0;
    }
    if (may_ask(*run)) return run;
  }
  while (origins_[index].has_queue() && !is_held(origins_[index])) {
    Origin& origin = origins_[index];
    Task task = std::move(origin.queue[origin.queue_begin++]);
    if (!origin.has_queue()) {
      std::vector<Task>().swap(origin.queue);
      origin.queue_begin = 0;
    } else if (origin.queue_begin >= 1024 && origin.queue_begin * 2 > origin.queue.size()) {
      origin.queue.erase(origin.queue.begin(),
                         origin.queue.begin() + static_cast<std::ptrdiff_t>(origin.queue_begin));
      origin.queue_begin = 0;
    }
    Run* const run = begin_task(index, std::move(task));
    if (run != nullptr && may_ask(*run)) return run;
  }
  return nullptr;
}

void Client::Implementation::add(Task task) {
  ++pending_;
  const std::string name = origin_in(task.url);
  if (name.empty()) {  // the caller's mistake, which is reported and does no harm
    --pending_;
    add_bad_url(task);
    return;
  }
  const std::size_t index = origin_named(name);
  ++origins_[index].tasks;
  origins_[index].queue.push_back(std::move(task));
  schedule(index);
}

/// A task whose URL is none, or of another scheme.
void Client::Implementation::add_bad_url(Task const& task) {
  Series& series = finished_.emplace_back();
  series.token = task.token;
  series.end = url::Url::parse(task.url) ? End::redirect_scheme : End::redirect_url;
  series.hops.push_back({.url = task.url, .attempts = {}});
  series.final_url = task.url;
}

Client::Implementation::Run* Client::Implementation::begin_task(std::size_t index, Task task) {
  auto url = url::Url::parse(task.url);
  if (!url) {
    --origins_[index].tasks;
    --pending_;
    add_bad_url(task);
    return nullptr;
  }
  if (url->fragment()) url->set_hash("");
  auto owned = std::make_unique<Run>(*this, *std::move(url));
  Run* const run = owned.get();
  runs_.emplace(run, std::move(owned));
  run->task = std::move(task);
  run->origin = index;
  run->first_origin = index;
  run->series.token = run->task.token;
  run->series.hops.push_back(
      {.url = std::string(run->url.href(url::Fragment::excluded)), .attempts = {}});
  const bool is_get =
      options_.steps.method == MethodChoice::get || run->task.must_get ||
      (options_.steps.method == MethodChoice::automatic && run->task.reader != nullptr);
  run->method = is_get ? Method::get : Method::head;
  return run;
}

bool Client::Implementation::obeys_robots(Task const& task) const {
  switch (options_.robots) {
    case RobotsChoice::on:
      return true;
    case RobotsChoice::off:
      return false;
    case RobotsChoice::automatic:
      return task.obeys_robots;
  }
  return false;
}

/// True where the next task of the queue waits for robots.txt. The tasks behind it wait as well.
bool Client::Implementation::is_held(Origin const& origin) const {
  return origin.has_queue() && origin.robots_state == RobotsState::loading &&
         obeys_robots(origin.queue[origin.queue_begin]);
}

/// True if the origin may have no further open request.
bool Client::Implementation::is_full(Origin const& origin) const {
  return origin.open >= (origin.is_slow ? 1 : origin.health.max_open(options_.per_host));
}

/// Whether the run may ask for its hop now. Where it may not, it has ended, or waits for
/// robots.txt.
bool Client::Implementation::may_ask(Run& run) {
  if (options_.addresses.judge_host(run.url.hostname()) == HostVerdict::refused) {
    run.series.failure = Failure::private_address;
    finish(run, End::private_address);
    return false;
  }
  if (origins_[run.origin].is_closed) {
    finish_closed(run);
    return false;
  }
  if (run.purpose == Purpose::robots || !obeys_robots(run.task)) return true;
  Origin& origin = origins_[run.origin];
  if (origin.robots_state != RobotsState::known) {
    origin.robots_waiters.push_back(&run);
    load_robots(run.origin, run.left_first_origin || run.origin != run.first_origin);
    return false;
  }
  const auto delay = origin.robots.crawl_delay();
  if (delay) origin.crawl_delay = std::min(*delay, max_crawl_delay);
  std::string path(run.url.pathname());
  if (const auto query = run.url.query()) path.append("?").append(*query);
  const RobotsVerdict verdict = origin.robots.judge(path);
  if (verdict == RobotsVerdict::allowed) return true;
  run.series.is_robots_too_costly = verdict == RobotsVerdict::too_costly;
  run.series.failure = origin.robots_failure;
  finish(run, End::robots);
  return false;
}

void Client::Implementation::request_robots(std::string_view name) {
  const auto url = url::Url::parse(robots_url(name));
  if (!url) {
    listener_.robots_known(name, Robots());
    return;
  }
  const std::size_t index = origin_of(*url);
  origins_[index].robots_callers.emplace_back(name);
  if (origins_[index].robots_state == RobotsState::known) {
    robots_to_report_.push_back(index);
  } else {
    load_robots(index);
  }
}

/// The user's headers are for the first origin of a task, not for one to which a redirect leads.
void Client::Implementation::load_robots(std::size_t index, bool is_of_redirect) {
  if (origins_[index].robots_state != RobotsState::unknown) return;
  auto url = url::Url::parse(robots_url(origins_[index].name));
  if (!url) return;  // an origin's name is a URL
  origins_[index].robots_state = RobotsState::loading;
  auto owned = std::make_unique<Run>(*this, *std::move(url));
  Run* const run = owned.get();
  runs_.emplace(run, std::move(owned));
  run->purpose = Purpose::robots;
  run->origin = index;
  run->first_origin = index;
  run->robots_of = index;
  run->left_first_origin = is_of_redirect;
  run->series.hops.push_back({.url = std::string(run->url.href()), .attempts = {}});
  ++pending_;
  ++origins_[index].tasks;
  wait_for_turn(*run);
}

// Requests

std::vector<Header> Client::Implementation::headers_for(Run& run) {
  std::vector<Header> headers;
  const std::string target = request_url(run.url);
  const std::string& origin = origins_[run.origin].name;
  const auto has = [&](std::string_view name) {
    return std::any_of(headers.begin(), headers.end(), [&](Header const& header) {
      return text::equals_ignoring_ascii_case(header.name, name);
    });
  };
  for (UserHeader const& header : options_.headers) {
    bool goes = false;
    if (!header.prefix.empty()) {
      goes = target.starts_with(header.prefix);
    } else if (!options_.start_origin.empty()) {
      goes = origin == options_.start_origin;
    } else {
      goes = run.origin == run.first_origin && !run.left_first_origin;
    }
    if (goes) headers.push_back({header.name, header.value});
  }
  const auto add_default = [&](std::string_view name, std::string_view value) {
    if (!value.empty() && !has(name)) headers.push_back({std::string(name), std::string(value)});
  };
  add_default("Accept", accept);
  add_default("Accept-Encoding", accept_encoding);
  add_default("User-Agent", options_.user_agent);
  // The userinfo of a URL serves all of its origin, as in browsers.
  if (const auto credentials = basic_credentials(run.url)) {
    run.credentials = *credentials;
    run.credentials_origin = run.origin;
  }
  if (run.credentials_origin == run.origin) add_default("Authorization", run.credentials);
  const std::string cookies = sent_jar(run).header_for(run.url, clock_.wall());
  add_default("Cookie", cookies);
  if (run.series.hops.back().attempts.empty()) {
    std::string key(run.url.href(url::Fragment::excluded));
    key += '\n';
    key += cookies;
    run.seen.push_back(text::hash128(key, text::process_hash_key()));
  }
  return headers;
}

void Client::Implementation::send(Run& run) {
  OriginHealth const& health = origins_[run.origin].health;
  run.is_probe = health.is_doubtful();
  run.is_after_wait = run.retries_done > 0 || health.has_waited();
  // GET, as in a retry: some servers do not answer HEAD.
  if (run.is_probe && options_.steps.method == MethodChoice::automatic) run.method = Method::get;
  Request request;
  request.method = run.method;
  request.url = request_url(run.url);
  request.headers = headers_for(run);
  request.wants_body =
      run.method == Method::get && (run.purpose == Purpose::robots || run.task.reader != nullptr);
  const auto known = robots_answers_.find(request.url);
  // With a password or cookies that request may have another answer, unless it was fine without.
  const bool is_known = known != robots_answers_.end() && run.purpose == Purpose::task &&
                        (known->second.headers == request.headers ||
                         options_.steps.accept.contains(known->second.status));
  run.is_known = is_known;
  if (is_known) {
    run.method = Method::get;
    run.is_probe = false;
  }
  Attempt attempt;
  attempt.method = run.method;
  run.series.hops.back().attempts.push_back(attempt);
  run.series.fields.clear();
  run.feed.reset();
  run.robots_text.clear();
  run.changed_cookies = false;

  Origin& origin = origins_[run.origin];
  ++origin.open;
  ++open_;
  run.in_flight = in_flight_.size();
  in_flight_.push_back(&run);
  if (is_known) {
    answer(run, known->second);
    robots_answers_.erase(known);  // what is asked again has its reasons
    return;
  }
  const SteadyTime now = clock_.steady();
  const bool is_loopback = origin.is_loopback || transport_.is_loopback(origin.host);
  const std::chrono::milliseconds usual =
      options_.delay.value_or(is_loopback ? std::chrono::milliseconds(0) : default_delay);
  const auto delay = std::max(usual, origin.crawl_delay);
  // Without a delay the next may start in the same step, whose time is a moment ago.
  origin.next_start = delay.count() == 0 ? SteadyTime::min() : now + delay;
  ++counters_.requests;
  if (run.purpose == Purpose::robots) {
    ++counters_.robots;
    run.robots_headers = request.headers;
  }
  transport_.start(std::move(request), run);
}

/// Keeps what a link to the URL needs. A body may not have been read that it needs.
void Client::Implementation::keep_robots_answer(Run& run, Attempt const& attempt) {
  const bool is_success = attempt.status >= 200 && attempt.status <= 299;
  const bool has_all = is_success ? run.robots_text.size() <= max_robots_bytes
                                  : !options_.steps.accept.contains(attempt.status) &&
                                        (!is_redirect(attempt.status) || attempt.has_location);
  if (!has_all) return;
  std::size_t size = run.robots_text.size();
  for (std::size_t i = 0; i < run.series.fields.size(); ++i) {
    size += run.series.fields[i].name.size() + run.series.fields[i].value.size();
  }
  if (kept_robots_ + size > max_kept_robots) return;
  kept_robots_ += size;
  robots_answers_.insert_or_assign(request_url(run.url), RobotsAnswer{.headers = run.robots_headers,
                                                                      .status = attempt.status,
                                                                      .fields = run.series.fields,
                                                                      .body = run.robots_text,
                                                                      .failure = attempt.failure});
}

/// Answers a request by what is known.
void Client::Implementation::answer(Run& run, RobotsAnswer const& known) {
  const bool wants_body = known.status != 0 && run.head(known.status, known.fields);
  if (wants_body) static_cast<void>(run.body(known.body));
  run.done(known.failure);
}

/// The request of a run is over.
void Client::Implementation::release(Run& run) {
  in_flight_[run.in_flight] = in_flight_.back();
  in_flight_[run.in_flight]->in_flight = run.in_flight;
  in_flight_.pop_back();
  run.in_flight = no_origin;
  --origins_[run.origin].open;
  --open_;
}

void Client::Implementation::handle_ended() {
  while (!ended_.empty()) {
    std::vector<Run*> ended;
    ended.swap(ended_);
    for (Run* run : ended) {
      const std::size_t index = run->origin;
      release(*run);
      handle(*run);
      schedule(index);
    }
  }
}

/// An answer is there: what follows?
void Client::Implementation::handle(Run& run) {
  Attempt& attempt = run.series.hops.back().attempts.back();
  run.series.failure = attempt.failure;
  if (run.feed) {
    const bool is_cut =
        attempt.failure == Failure::truncated || attempt.failure == Failure::timeout;
    if (is_cut || attempt.failure == Failure::none) run.feed->finish(is_cut);
    if (is_cut) run.feed->ask_reader();
    // How a body ends does not matter where its reader has seen enough.
    if (run.feed->is_enough()) attempt.failure = Failure::none;
    run.series.failure = attempt.failure;
  }
  if (attempt.failure == Failure::private_address) {
    run.series.hops.back().attempts.pop_back();  // nothing was sent
    --counters_.requests;
    if (run.purpose == Purpose::robots) --counters_.robots;
    finish(run, End::private_address);
    return;
  }
  if (run.purpose == Purpose::task) listener_.attempted(run.series);
  StepRules rules = options_.steps;
  const bool never_resolves =
      attempt.failure == Failure::dns && url::is_invalid_host(origins_[run.origin].host);
  if (never_resolves) rules.retries = 0;
  if (run.purpose == Purpose::robots) {
    keep_robots_answer(run, attempt);
    rules.retries = 0;
    rules.method = MethodChoice::get;
    rules.accept = StatusSet();
  }
  const std::size_t index = run.origin;  // the run may end, or leave the origin
  Origin& origin = origins_[index];
  if (run.is_probe) rules.retries = 0;
  const NextStep next = next_step(attempt, run.retries_done, rules);
  if (!run.is_known) origin.health.note(attempt, next.step, run.is_after_wait);
  const bool gives_up = run.is_probe && OriginHealth::is_fatal(attempt, next.step);
  const Failure failure = attempt.failure;
  run.series.is_over_wait = next.is_over_wait;
  if (next.slows_origin) origin.is_slow = true;
  if (next.stop && origin.health.note_wait(attempt)) {
    origin.stop_until = std::max(origin.stop_until, clock_.steady() + *next.stop);
  }
  switch (next.step) {
    case Step::follow:
      follow(run);
      break;
    case Step::accept:
      finish(run, End::accepted);
      break;
    case Step::get:
      run.method = Method::get;
      wait_for_turn(run);
      break;
    case Step::retry:
      if (origin.is_closed) {
        finish(run, End::failed);
        break;
      }
      ++run.retries_done;
      ++counters_.retries;
      if (options_.steps.method == MethodChoice::automatic)
        run.method = Method::get;  // else it stays
      origin.delayed.push_back({clock_.steady() + next.wait, next_turn_++, &run});
      std::push_heap(origin.delayed.begin(), origin.delayed.end(), std::greater<>());
      break;
    case Step::wall:
      finish(run, End::wall);
      break;
    case Step::final_fail: {
      // An accepted page that ends early is judged by what is there of it.
      const bool is_cut_page =
          run.feed && run.feed->was_read() && attempt.failure == Failure::truncated;
      finish(run, is_cut_page ? End::accepted : End::failed);
      break;
    }
  }
  if (next.closes_origin) close_origin(index, End::rate, Failure::none);
  if (gives_up) {
    close_origin(index, failure == Failure::none ? End::rate : End::unreachable, failure);
  }
}

/// Puts a run behind those that are ready in its origin.
void Client::Implementation::wait_for_turn(Run& run) {
  origins_[run.origin].ready.push_back(&run);
  schedule(run.origin);
}

void Client::Implementation::follow(Run& run) {
  Redirection next = redirection(run.url, run.series.fields);
  run.series.final_url = next.target ? std::string(next.target->href()) : std::string();
  const bool is_robots = run.purpose == Purpose::robots;
  if (next.location != Location::found || !next.target) {
    finish(run, next.location == Location::other_scheme ? End::redirect_scheme : End::redirect_url);
    return;
  }
  const bool is_itself = url::equal(*next.target, run.url, url::Fragment::excluded);
  if (!is_robots && run.task.follow == Follow::itself && !(is_itself && run.changed_cookies)) {
    finish(run, End::redirected);
    return;
  }
  std::string key(next.target->href(url::Fragment::excluded));
  key += '\n';
  key += sent_jar(run).header_for(*next.target, clock_.wall());
  const auto hash = text::hash128(key, text::process_hash_key());
  if (std::find(run.seen.begin(), run.seen.end(), hash) != run.seen.end()) {
    finish(run, End::redirect_loop);
    return;
  }
  const int max = is_robots ? max_robots_redirects : options_.max_redirects;
  if (run.series.hops.size() > static_cast<std::size_t>(std::max(0, max))) {
    finish(run, End::redirect_limit);
    return;
  }
  const std::size_t old = run.origin;
  run.url = *std::move(next.target);
  run.origin = origin_of(run.url);
  if (run.origin != run.first_origin) run.left_first_origin = true;
  --origins_[old].tasks;
  ++origins_[run.origin].tasks;
  run.retries_done = 0;
  run.series.final_url.clear();
  run.series.hops.push_back(
      {.url = std::string(run.url.href(url::Fragment::excluded)), .attempts = {}});
  if (!is_robots && run.method == Method::get && run.task.reader == nullptr && !run.task.must_get &&
      options_.steps.method == MethodChoice::automatic) {
    run.method = Method::head;
  }
  wait_for_turn(run);
}

// Ends

void Client::Implementation::finish(Run& run, End end) {
  --origins_[run.origin].tasks;
  --pending_;
  if (run.purpose == Purpose::robots) {
    finish_robots(run, end == End::accepted);
    return;
  }
  ++counters_.tasks;
  Series& series = run.series;
  series.end = end;
  if (series.failure == Failure::proxy) {
    series.proxy_fault = transport_.proxy_fault(request_url(run.url));
  }
  if (series.final_url.empty()) series.final_url = run.url.href();
  if (run.feed) {
    series.was_read = run.feed->was_read();
    series.is_truncated = series.failure == Failure::truncated;
    series.read_whole = run.feed->read_whole() && series.failure == Failure::none;
    series.notes = run.feed->notes();
    series.type = run.feed->type();
  }
  if (series.type.empty() && end == End::accepted) {
    series.type = content_type_essence(series.fields).value_or("");
  }
  finished_.push_back(std::move(series));
  runs_.erase(&run);
}

/// RFC 9309, 2.3.1: 4xx allows all; 5xx or no answer forbids all. The file is known even so.
void Client::Implementation::finish_robots(Run& run, bool is_answered) {
  const int status = run.series.status();
  const std::size_t index = run.robots_of;
  Origin& origin = origins_[index];
  const bool is_cut = run.series.failure == Failure::truncated && !run.robots_text.empty();
  if (is_answered || is_cut) {
    std::string spare;
    http::undo_content_codings(run.series.fields, run.robots_text, spare, max_robots_bytes + 1);
    origin.robots = Robots::parse(run.robots_text, options_.robots_product);
  } else if (status == 0 || status >= 500 || run.series.failure != Failure::none) {
    origin.robots = Robots::forbidding_all();
    origin.robots_failure = run.series.failure;
  }
  origin.robots_state = RobotsState::known;
  if (!origin.robots_callers.empty()) robots_to_report_.push_back(index);
  std::vector<Run*> waiters;
  waiters.swap(origin.robots_waiters);
  for (Run* waiter : waiters) wait_for_turn(*waiter);
  runs_.erase(&run);
  schedule(index);
}

/// Ends a run whose origin is closed, without a request.
void Client::Implementation::finish_closed(Run& run) {
  Origin const& origin = origins_[run.origin];
  run.series.is_given_up = true;
  if (origin.closing_failure != Failure::none) run.series.failure = origin.closing_failure;
  finish(run, origin.closing_end);
}

/// Closes an origin and ends all that waits there. A run that waits for a retry ends with the
/// result of its last attempt.
void Client::Implementation::close_origin(std::size_t index, End end, Failure failure) {
  if (origins_[index].is_closed) return;
  std::vector<Run*> ready;
  std::vector<Delayed> delayed;
  std::vector<Task> tasks;
  {
    Origin& origin = origins_[index];
    origin.is_closed = true;
    origin.closing_end = end;
    origin.closing_failure = failure;
    origin.next_start = origin.stop_until = SteadyTime::min();
    ready.swap(origin.ready);
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(origin.ready_begin));
    origin.ready_begin = 0;
    delayed.swap(origin.delayed);
    tasks.swap(origin.queue);
    tasks.erase(tasks.begin(), tasks.begin() + static_cast<std::ptrdiff_t>(origin.queue_begin));
    origin.queue_begin = 0;
  }
  for (Run* run : ready) finish_closed(*run);
  for (Delayed const& each : delayed) finish(*each.run, End::failed);
  for (Task& task : tasks) {
    if (Run* const run = begin_task(index, std::move(task))) finish_closed(*run);
  }
}

void Client::Implementation::notify_listener() {
  const std::uint64_t before = cancellations_;
  while (!finished_.empty() || !robots_to_report_.empty()) {
    std::vector<std::size_t> robots;
    robots.swap(robots_to_report_);
    for (const std::size_t index : robots) {
      std::vector<std::string> callers;
      callers.swap(origins_[index].robots_callers);
      const Robots known = origins_[index].robots;
      for (std::string const& caller : callers) {
        listener_.robots_known(caller, known);
        if (cancellations_ != before) return;
      }
    }
    std::vector<Series> finished;
    finished.swap(finished_);
    for (Series& series : finished) {
      listener_.finished(std::move(series));
      if (cancellations_ != before) return;
    }
  }
}

bool Client::Implementation::step(std::chrono::milliseconds max) {
  start_what_may();
  handle_ended();  // a transport may block
  if (!finished_.empty() || !robots_to_report_.empty()) max = std::chrono::milliseconds(0);
  if (open_ == 0 && heap_.empty() && finished_.empty() && robots_to_report_.empty()) return false;
  if (!heap_.empty() && open_ < options_.connections) {
    const SteadyTime now = clock_.steady();
    const SteadyTime next = std::max(heap_.top().time, now);
    max = std::min(max, std::chrono::ceil<std::chrono::milliseconds>(next - now));
  }
  if (open_ > 0 || max.count() > 0) transport_.wait(max);
  handle_ended();
  notify_listener();
  return true;
}

void Client::Implementation::cancel() {
  ++cancellations_;
  for (Run* run : in_flight_) transport_.cancel(*run);
  in_flight_.clear();
  ended_.clear();
  runs_.clear();
  finished_.clear();
  robots_to_report_.clear();
  heap_ = {};
  for (Origin& origin : origins_) {
    origin.queue.clear();
    origin.queue_begin = 0;
    origin.ready.clear();
    origin.ready_begin = 0;
    origin.delayed.clear();
    origin.robots_waiters.clear();
    origin.robots_callers.clear();
    if (origin.robots_state == RobotsState::loading) origin.robots_state = RobotsState::unknown;
    origin.is_in_heap = false;
    origin.open = 0;
    origin.tasks = 0;
  }
  open_ = 0;
  pending_ = 0;
}

std::vector<WaitingOrigin> Client::Implementation::waiting(std::size_t max) const {
  std::vector<Origin const*> busy;
  for (Origin const& origin : origins_) {
    if (origin.tasks != 0) busy.push_back(&origin);
  }
  max = std::min(max, busy.size());
  std::partial_sort(busy.begin(), busy.begin() + static_cast<std::ptrdiff_t>(max), busy.end(),
                    [](Origin const* a, Origin const* b) { return a->tasks > b->tasks; });
  const SteadyTime now = clock_.steady();
  std::vector<WaitingOrigin> waiting;
  for (std::size_t i = 0; i < max; ++i) {
    const auto stop =
        std::chrono::ceil<std::chrono::milliseconds>(std::max(busy[i]->stop_until, now) - now);
    waiting.push_back({.origin = busy[i]->name, .tasks = busy[i]->tasks, .stop = stop});
  }
  return waiting;
}

// The face

Client::Client(ClientOptions options, Transport& transport, Clock const& clock, Listener& listener)
    : implementation_(
          std::make_unique<Implementation>(std::move(options), transport, clock, listener)) {}
Client::~Client() = default;

void Client::add(Task task) {
  implementation_->add(std::move(task));
}

void Client::request_robots(std::string_view origin) {
  implementation_->request_robots(origin);
}

bool Client::step(std::chrono::milliseconds max) {
  return implementation_->step(max);
}

void Client::run() {
  while (step(std::chrono::seconds(1))) {
  }
}

void Client::cancel() {
  implementation_->cancel();
}

Counters const& Client::counters() const {
  return implementation_->counters();
}

std::size_t Client::pending() const {
  return implementation_->pending();
}

std::vector<WaitingOrigin> Client::waiting(std::size_t max) const {
  return implementation_->waiting(max);
}

}  // namespace hrefkit::net
