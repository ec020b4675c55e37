#include "hrefkit/net/client.h"

#include <algorithm>
#include <functional>

#include "hrefkit/net/client_implementation.h"
#include "hrefkit/net/redirect.h"
#include "hrefkit/net/request_headers.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/result.h"

namespace hrefkit::net {

namespace {

constexpr std::chrono::milliseconds default_delay{100};
constexpr std::chrono::milliseconds max_crawl_delay{10'000};

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

StatusSet const& accepted_statuses(ClientOptions const& options, std::string_view url) {
  if (options.accept_for.empty()) return options.steps.accept;
  std::string without_userinfo;
  if (userinfo_of(url)) {
    if (const auto parsed = url::Url::parse(url)) url = without_userinfo = request_url(*parsed);
  }
  AcceptFor const* longest = nullptr;
  for (AcceptFor const& each : options.accept_for) {
    const bool is_longer = longest == nullptr || each.prefix.size() >= longest->prefix.size();
    if (is_longer && url.starts_with(each.prefix)) longest = &each;
  }
  return longest == nullptr ? options.steps.accept : longest->accept;
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

/// Puts the origin in the heap where it has something to start and is not full.
void Client::Implementation::schedule(std::size_t index) {
  Origin& origin = origins_[index];
  if (is_full(origin)) return;
  SteadyTime time = SteadyTime::max();
  if (!origin.ready.empty() || (!origin.queue.empty() && !is_held(origin))) {
    time = SteadyTime::min();
  } else {
    if (!origin.delayed.empty()) time = origin.delayed.front().time;
  }
  if (time == SteadyTime::max()) return;
  turns_.enter(index, std::max({time, origin.next_start, origin.stop_until}));
}

void Client::Implementation::start_what_may() {
  const SteadyTime now = clock_.steady();
  while (!turns_.empty() && open_ < options_.connections && turns_.next() <= now) {
    const auto index = turns_.pop();
    if (!index) continue;
    Origin const& origin = origins_[*index];
    const bool is_early = std::max(origin.next_start, origin.stop_until) > now;
    if (is_early || start_one(*index)) schedule(*index);
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
  if (origins_[index].robots_state == RobotsState::unknown && !origins_[index].queue.empty() &&
      obeys_robots(origins_[index].queue.front())) {
    load_robots(index);
  }
  while (!origins_[index].ready.empty()) {
    Run* const run = origins_[index].ready.pop();
    if (may_ask(*run)) return run;
  }
  while (!origins_[index].queue.empty() && !is_held(origins_[index])) {
    Run* const run = begin_task(index, origins_[index].queue.pop());
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
  origins_[index].queue.push(std::move(task));
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
  return !origin.queue.empty() && origin.robots_state == RobotsState::loading &&
         obeys_robots(origin.queue.front());
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

// Requests

std::vector<Header> Client::Implementation::headers_for(Run& run) {
  // The userinfo of a URL serves all of its origin, as in browsers.
  if (const auto credentials = basic_credentials(run.url)) {
    run.credentials = *credentials;
    run.credentials_origin = run.origin;
  }
  const std::string cookies = sent_jar(run).header_for(run.url, clock_.wall());
  if (run.series.hops.back().attempts.empty()) run.seen.push_back(hash_of_hop(run.url, cookies));
  const bool has_credentials = run.credentials_origin == run.origin;
  return request_headers(
      options_, {.url = request_url(run.url),
                 .origin = origins_[run.origin].name,
                 .is_first_origin = run.origin == run.first_origin && !run.left_first_origin,
                 .authorization = has_credentials ? run.credentials : std::string_view(),
                 .cookies = cookies,
                 .user_agent = user_agent_of(run)});
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
  run.has_default_agent =
      std::any_of(request.headers.begin(), request.headers.end(), [&](Header const& header) {
        return header.name == "User-Agent" && header.value == user_agent_of(run);
      });
  request.wants_body =
      run.method == Method::get && (run.purpose == Purpose::robots || run.task.reader != nullptr);
  RobotsAnswer const* const known = robots_answers_.find(request.url);
  // With a password or cookies that request may have another answer, unless it was fine without.
  const bool is_known = known != nullptr && run.purpose == Purpose::task &&
                        (known->headers == request.headers ||
                         accepted_statuses(options_, request.url).contains(known->status));
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
    answer(run, *known);
    robots_answers_.forget(request.url);
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

/// Answers a request by what is known.
void Client::Implementation::answer(Run& run, RobotsAnswer const& known) {
  const bool wants_body = known.status != 0 && run.head(known.status, known.fields);
  if (wants_body) static_cast<void>(run.body(known.body));
  run.done(known.failure);
}

// Steps

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
  if (open_ == 0 && turns_.empty() && finished_.empty() && robots_to_report_.empty()) return false;
  if (!turns_.empty() && open_ < options_.connections) {
    const SteadyTime now = clock_.steady();
    const SteadyTime next = std::max(turns_.next(), now);
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
  turns_.clear();
  for (Origin& origin : origins_) {
    origin.queue.clear();
    origin.ready.clear();
    origin.delayed.clear();
    origin.robots_waiters.clear();
    origin.robots_callers.clear();
    if (origin.robots_state == RobotsState::loading) origin.robots_state = RobotsState::unknown;
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
