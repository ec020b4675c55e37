// What follows an answer of the client: the next hop or attempt of a run, or its end, and what the
// answer means for its origin. next_step.h decides for one answer; robots.txt is parsed here, and
// an origin that fails too often is closed here.

#include <algorithm>
#include <functional>

#include "hrefkit/http/body.h"
#include "hrefkit/net/client_implementation.h"
#include "hrefkit/net/redirect.h"
#include "hrefkit/net/retry_after.h"
#include "hrefkit/url/private_host.h"

namespace hrefkit::net {

namespace {

constexpr int max_robots_redirects = 5;

}  // namespace

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
         accepted_statuses(options_, request_url(run.url)).contains(attempt.status);
}

/// Keeps what a link to the URL needs. A body may not have been read that it needs.
void Client::Implementation::keep_robots_answer(Run& run, Attempt const& attempt) {
  const bool is_success = attempt.status >= 200 && attempt.status <= 299;
  const bool has_all =
      is_success ? run.robots_text.size() <= max_robots_bytes
                 : !accepted_statuses(options_, request_url(run.url)).contains(attempt.status) &&
                       (!is_redirect(attempt.status) || attempt.has_location);
  if (!has_all) return;
  robots_answers_.keep(request_url(run.url), {.headers = run.robots_headers,
                                              .status = attempt.status,
                                              .fields = run.series.fields,
                                              .body = run.robots_text,
                                              .failure = attempt.failure});
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
    attempt.is_wall |= run.feed->is_wall();
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
  if (!options_.accept_for.empty())
    rules.accept = accepted_statuses(options_, request_url(run.url));
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
  rules.has_other_agent = run.purpose == Purpose::task && run.has_default_agent &&
                          !run.uses_other_agent && !options_.other_user_agent.empty() &&
                          !origin.is_closed;
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
    case Step::other_agent:
      run.uses_other_agent = true;
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
      origin.delayed.push_back({clock_.steady() + next.wait, next_retry_++, &run});
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
  origins_[run.origin].ready.push(&run);
  schedule(run.origin);
}

text::Hash128 Client::Implementation::hash_of_hop(url::Url const& url, std::string_view cookies) {
  std::string key(url.href(url::Fragment::excluded));
  key += '\n';
  key += cookies;
  return text::hash128(key, text::process_hash_key());
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
  if (!is_robots && options_.is_excluded && options_.is_excluded(run.series.final_url)) {
    finish(run, End::excluded);
    return;
  }
  const auto hash =
      hash_of_hop(*next.target, sent_jar(run).header_for(*next.target, clock_.wall()));
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
  Origin& origin = origins_[index];
  origin.is_closed = true;
  origin.closing_end = end;
  origin.closing_failure = failure;
  origin.next_start = origin.stop_until = SteadyTime::min();
  const std::vector<Run*> ready = origin.ready.release();
  const std::vector<Delayed> delayed = std::exchange(origin.delayed, {});
  std::vector<Task> tasks = origin.queue.release();
  for (Run* run : ready) finish_closed(*run);
  for (Delayed const& each : delayed) finish(*each.run, End::failed);
  for (Task& task : tasks) {
    if (Run* const run = begin_task(index, std::move(task))) finish_closed(*run);
  }
}

}  // namespace hrefkit::net
