#include "hrefkit/site/external/external_run.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "hrefkit/net/clock.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/site/external/verdict.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/url/ip_address.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

bool is_fetched(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

/// Marks the tokens of requests for the start of a page; the rest is the number of its target.
constexpr std::uint64_t start_token = std::uint64_t{1} << 63;

/// The same for pages to which others send their readers; the rest is their number.
constexpr std::uint64_t followed_token = std::uint64_t{1} << 62;

net::ClientOptions with_excluded(net::ClientOptions options,
                                 std::function<bool(std::string_view url)> is_excluded) {
  options.is_excluded = std::move(is_excluded);
  return options;
}

/// The number in which an address counts.
std::size_t ExternalCounts::*counter_of(ExternalTarget const& target) {
  if (target.state == ExternalTarget::State::open || target.is_left_out) {
    return &ExternalCounts::not_asked;
  }
  std::optional<Rule> rule = target.verdict.rule;
  for (const FragmentAnswer answer : target.answers) {
    const auto of_link = with_fragment(target.verdict, answer).rule;
    // The worst of its links counts.
    if (of_link == Rule::external_fragment || (of_link && !rule)) rule = of_link;
    if (of_link == Rule::external_timeout) rule = of_link;
    if (of_link == Rule::external_blocked && rule == Rule::external_redirected) rule = of_link;
  }
  const bool has_wrong_type =
      is_of_address(target.verdict) && target.needs.has_useless(target.sent);
  if (has_wrong_type) rule = Rule::external_broken;
  if (!rule) return &ExternalCounts::fine;
  switch (*rule) {
    case Rule::external_private:
      return &ExternalCounts::not_asked;
    case Rule::external_tls:
      return &ExternalCounts::tls;
    case Rule::external_timeout:
      return &ExternalCounts::timed_out;
    case Rule::external_blocked:
      return &ExternalCounts::blocked;
    case Rule::external_redirected:
      return &ExternalCounts::redirected;
    default:
      return &ExternalCounts::broken;
  }
}

/// True for a written address of which nothing came: that it has no name to resolve does not mean
/// that there is a network.
bool is_silent_address(ExternalTarget const& target) {
  const bool is_silent = target.verdict.reason == net::word(net::Failure::refused) ||
                         target.verdict.reason == net::word(net::Failure::timeout);
  return is_silent && target.verdict.status == 0 && target.verdict.final_url.empty() &&
         url::address_of_host(url::host_of(target.url));
}

}  // namespace

ExternalRun::ExternalRun(ExternalOptions const& options, ExternalTargets& targets,
                         std::function<bool(std::string_view url)> is_excluded)
    : options_(options),
      targets_(targets),
      is_excluded_(std::move(is_excluded)),
      client_(with_excluded(options.client, is_excluded_), *options.transport,
              options.clock == nullptr ? net::system_clock() : *options.clock, *this),
      cache_(options),
      pages_(targets.all().size()),
      is_unresolved_(targets.all().size(), false),
      is_queued_(targets.all().size(), false) {}

void ExternalRun::find_tasks() {
  for (std::size_t i = 0; i < targets_.all().size(); ++i) {
    ExternalTarget& target = targets_.all()[i];
    if (!is_fetched(target.url) || cache_.answer(target)) continue;
    tasks_.push_back(i);
    first_hosts_.offer(i, target.url);
  }
}

/// Asks for an address, again if it has an answer.
void ExternalRun::add_task(std::size_t number) {
  ExternalTarget& target = targets_.all()[number];
  if (target.state == ExternalTarget::State::answered) --done_;
  target.state = ExternalTarget::State::open;
  target.answers.clear();
  net::Task task{.url = target.url, .token = number};
  is_queued_[number] = true;
  if (!target.fragments.empty()) {
    pages_[number] = std::make_unique<RemotePage>(finder_, target.fragments);
    task.reader = pages_[number].get();
  }
  client_.add(std::move(task));
}

void ExternalRun::add_first_tasks() {
  find_tasks();
  waits_for_first_ = first_hosts_.is_full();
  for (const std::size_t number : waits_for_first_ ? first_hosts_.numbers() : tasks_) {
    add_task(number);
  }
}

/// Asks for all addresses without an answer that the client does not have.
void ExternalRun::add_open_tasks() {
  for (const std::size_t number : tasks_) {
    const bool is_open = targets_.all()[number].state == ExternalTarget::State::open;
    if (is_open && !is_queued_[number]) add_task(number);
  }
}

/// Acts on the results of the first hosts. False if there is no network: the run ends.
bool ExternalRun::heed_first_hosts() {
  switch (first_hosts_.next_step()) {
    case FirstHosts::Step::wait:
      return true;
    case FirstHosts::Step::ask_again:
      client_.cancel();
      for (const std::size_t number : first_hosts_.numbers()) is_queued_[number] = false;
      add_task(first_hosts_.numbers().front());
      return true;
    case FirstHosts::Step::go_on:
      waits_for_first_ = false;
      add_open_tasks();
      return true;
    case FirstHosts::Step::stop:
      client_.cancel();
      has_no_network_ = true;
      return false;
  }
  return true;
}

void ExternalRun::run(ExternalCounts& counts) {
  constexpr std::chrono::milliseconds patience{100};
  add_first_tasks();
  while (true) {
    if (options_.is_stopped && options_.is_stopped()) {
      counts.is_stopped = true;
      client_.cancel();
      break;
    }
    const bool goes_on = client_.step(patience);
    if (waits_for_first_) {
      if (!heed_first_hosts()) break;
    } else if (!goes_on) {
      break;
    }
    report_progress();
  }
  judge_followed();
  count(counts);
}

void ExternalRun::report_progress() const {
  constexpr std::size_t max_named = 3;
  if (!options_.progress) return;
  options_.progress({.done = done_,
                     .all = tasks_.size(),
                     .requests = client_.counters().requests,
                     .waiting = client_.waiting(max_named)});
}

/// Asks for the beginning of what is called a page where a link may use it all the same.
void ExternalRun::ask_for_start(std::size_t number, net::Series const& series) {
  ExternalTarget& target = targets_.all()[number];
  if (series.end != net::End::accepted) return;
  target.sent = sent_content(series);
  if (!target.needs.wants_start(target.sent)) return;
  client_.add({.url = target.url,
               .reader = &starts_[number],
               .must_get = true,
               .token = number | start_token});
}

void ExternalRun::finished_start(net::Series const& series) {
  const auto number = static_cast<std::size_t>(series.token & ~start_token);
  const bool is_page = starts_[number].begins_as_page() && series.end == net::End::accepted;
  targets_.all()[number].sent.is_page = is_page;
  starts_.erase(number);
}

/// Asks for the page to which a page sends its readers, unless a link leads there, too.
void ExternalRun::follow_page(ExternalTarget& target, net::Series const& series,
                              RemotePage const* page) {
  if (!is_of_address(target.verdict) || target.is_left_out) return;
  std::string to = sent_on_to(series.fields, series.hops.back().url);
  if (to.empty() && page != nullptr) to = page->sends_to();
  to.resize(url::without_fragment(to).size());
  if (!is_fetched(to) || (is_excluded_ && is_excluded_(to))) return;
  target.sends_to = std::move(to);
  if (targets_.find(target.sends_to) != nullptr) return;
  if (followed_places_.contains(target.sends_to)) return;
  const std::size_t number = followed_.size();
  followed_places_.emplace(followed_.emplace_back(target.sends_to, ExternalVerdict()).first,
                           number);
  client_.add({.url = target.sends_to, .token = number | followed_token});
}

void ExternalRun::finished_followed(net::Series const& series) {
  if (series.failure == net::Failure::proxy) return;
  followed_[static_cast<std::size_t>(series.token & ~followed_token)].second =
      judge(series, options_.is_insecure);
}

/// As by a redirect, the end counts: a page that sends its readers to nothing leads there itself.
/// What that page may send on to is not looked at.
void ExternalRun::judge_followed() {
  std::vector<std::pair<std::size_t, ExternalVerdict>> ends;
  for (std::size_t i = 0; i < targets_.all().size(); ++i) {
    ExternalTarget const& target = targets_.all()[i];
    if (target.sends_to.empty()) continue;
    const auto place = followed_places_.find(target.sends_to);
    ExternalTarget const* const linked = targets_.find(target.sends_to);
    ExternalVerdict end;
    if (place != followed_places_.end()) {
      end = followed_[place->second].second;
    } else if (linked != nullptr) {
      end = linked->verdict;
    }
    if (is_of_address(end)) continue;
    if (end.final_url.empty()) end.final_url = target.sends_to;
    ends.emplace_back(i, std::move(end));
  }
  for (auto& [number, end] : ends) targets_.all()[number].verdict = std::move(end);
}

void ExternalRun::finished(net::Series series) {
  if ((series.token & start_token) != 0) return finished_start(series);
  if ((series.token & followed_token) != 0) return finished_followed(series);
  const auto number = static_cast<std::size_t>(series.token);
  ExternalTarget& target = targets_.all()[number];
  ++done_;
  if (series.failure == net::Failure::proxy) {
    proxy_faults_.insert(std::move(series.proxy_fault));
    note_first(series);
    return;  // nothing is known of the address
  }
  target.state = ExternalTarget::State::answered;
  target.verdict = judge(series, options_.is_insecure);
  target.is_svg = series.type == "image/svg+xml";
  target.is_forbidden = series.end == net::End::robots;
  target.is_too_costly = series.is_robots_too_costly;
  target.is_given_up = series.is_given_up;
  target.is_left_out = series.end == net::End::excluded;
  ask_for_start(number, series);
  is_unresolved_[number] = is_unresolved(series);
  note_first(series);
  std::vector<std::uint64_t> ids;
  bool judges_fragments = false;
  const std::unique_ptr<RemotePage> page = std::exchange(pages_[number], nullptr);
  if (page) {
    page->finish(series);
    for (std::size_t i = 0; i < target.fragments.size(); ++i) {
      target.answers.push_back(page->answer(i));
    }
    ids = page->ids();
    judges_fragments = page->is_judged();
  }
  follow_page(target, series, page.get());
  cache_.keep(target, series, ids, judges_fragments);
}

void ExternalRun::attempted(net::Series const& series) {
  if ((series.token & (start_token | followed_token)) != 0) return;
  note_first(series);
}

/// Adds the end of a request to the results of the first hosts.
void ExternalRun::note_first(net::Series const& series) {
  if (!waits_for_first_) return;
  if (is_unresolved(series)) {
    first_hosts_.fail(static_cast<std::size_t>(series.token));
  } else {
    first_hosts_.note_network();
  }
}

/// True if no address of the link's own host was found, and nothing answers for it. Behind a proxy,
/// a refused connection or a time-out may stand for a name that the proxy cannot resolve.
bool ExternalRun::is_unresolved(net::Series const& series) const {
  if (series.hops.size() != 1) return false;
  if (series.failure == net::Failure::dns) return true;
  const bool is_silent = series.failure == net::Failure::refused ||
                         (series.failure == net::Failure::timeout && series.status() == 0);
  return is_silent && !options_.transport->is_resolved(url::host_of(series.hops.front().url));
}

/// The number of hosts whose names do not resolve, where no host answers; else 0.
std::size_t ExternalRun::silent_hosts() const {
  std::unordered_set<std::string_view> hosts;
  for (std::size_t i = 0; i < targets_.all().size(); ++i) {
    ExternalTarget const& target = targets_.all()[i];
    if (target.state != ExternalTarget::State::answered) continue;
    const bool says_nothing = is_unresolved_[i] || is_silent_address(target) ||
                              target.verdict.rule == Rule::external_private;
    if (!says_nothing) return 0;
    if (is_unresolved_[i]) hosts.insert(url::host_of(target.url));
  }
  return hosts.size();
}

void ExternalRun::count(ExternalCounts& counts) const {
  constexpr std::size_t min_silent_hosts = 3;  // fewer may all be misspelt
  std::unordered_set<std::string_view> hosts;
  for (ExternalTarget const& target : targets_.all()) hosts.insert(url::host_of(target.url));
  counts.addresses = targets_.all().size();
  counts.hosts = hosts.size();
  counts.requests = client_.counters().requests;
  counts.proxy_faults = proxy_faults_;
  counts.cache_trouble = cache_.trouble();
  counts.hosts_tried = has_no_network_ ? FirstHosts::count : counts.hosts;
  counts.has_no_network =
      has_no_network_ || (!counts.is_stopped && silent_hosts() >= min_silent_hosts);
  for (ExternalTarget const& target : targets_.all()) {
    if (target.state == ExternalTarget::State::cached) ++counts.cached;
    if (counts.has_no_network) {
      ++counts.not_asked;
      continue;
    }
    if (target.is_forbidden) ++counts.forbidden;
    if (target.is_too_costly) ++counts.too_costly;
    if (target.is_given_up) ++counts.given_up;
    ++(counts.*counter_of(target));
  }
}

}  // namespace hrefkit::site
