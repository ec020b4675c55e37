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

namespace hrefkit::site {

namespace {

bool is_fetched(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

/// The number in which an address counts.
std::size_t ExternalCounts::*counter_of(ExternalTarget const& target) {
  if (target.state == ExternalTarget::State::open) return &ExternalCounts::not_asked;
  std::optional<Rule> rule = target.verdict.rule;
  for (const FragmentAnswer answer : target.answers) {
    const auto of_link = with_fragment(target.verdict, answer).rule;
    // The worst of its links counts.
    if (of_link == Rule::external_fragment || (of_link && !rule)) rule = of_link;
    if (of_link == Rule::external_timeout) rule = of_link;
    if (of_link == Rule::external_blocked && rule == Rule::external_redirected) rule = of_link;
  }
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

ExternalRun::ExternalRun(ExternalOptions const& options, ExternalTargets& targets)
    : options_(options),
      targets_(targets),
      client_(options.client, *options.transport,
              options.clock == nullptr ? net::system_clock() : *options.clock, *this),
      cache_(options),
      pages_(targets.all().size()),
      is_unresolved_(targets.all().size(), false) {}

void ExternalRun::add_tasks() {
  for (std::size_t i = 0; i < targets_.all().size(); ++i) {
    ExternalTarget& target = targets_.all()[i];
    if (!is_fetched(target.url) || cache_.answer(target)) continue;
    net::Task task{.url = target.url, .token = i};
    if (!target.fragments.empty()) {
      pages_[i] = std::make_unique<RemotePage>(finder_, target.fragments);
      task.reader = pages_[i].get();
    }
    client_.add(std::move(task));
    ++asked_;
  }
}

void ExternalRun::run(ExternalCounts& counts) {
  constexpr std::chrono::milliseconds patience{100};
  add_tasks();
  while (true) {
    if (options_.is_stopped && options_.is_stopped()) {
      counts.is_stopped = true;
      client_.cancel();
      break;
    }
    if (!client_.step(patience)) break;
    report_progress();
  }
  count(counts);
}

void ExternalRun::report_progress() const {
  constexpr std::size_t max_named = 3;
  if (!options_.progress) return;
  options_.progress({.done = done_,
                     .all = asked_,
                     .requests = client_.counters().requests,
                     .waiting = client_.waiting(max_named)});
}

void ExternalRun::finished(net::Series series) {
  const auto number = static_cast<std::size_t>(series.token);
  ExternalTarget& target = targets_.all()[number];
  ++done_;
  target.state = ExternalTarget::State::answered;
  target.verdict = judge(series, options_.is_insecure);
  target.is_svg = series.type == "image/svg+xml";
  target.is_forbidden = series.end == net::End::robots;
  target.is_too_costly = series.is_robots_too_costly;
  target.is_given_up = series.is_given_up;
  is_unresolved_[number] = is_unresolved(series);
  std::vector<std::uint64_t> ids;
  bool judges_fragments = false;
  if (std::unique_ptr<RemotePage> page = std::exchange(pages_[number], nullptr)) {
    page->finish(series);
    for (std::size_t i = 0; i < target.fragments.size(); ++i) {
      target.answers.push_back(page->answer(i));
    }
    ids = page->ids();
    judges_fragments = page->is_judged();
  }
  cache_.keep(target, series, ids, judges_fragments);
}

/// True where no address of the link's own host was found, and nothing answers for it. A name
/// server may fail, not answer in time, or be that of a proxy that is not there.
bool ExternalRun::is_unresolved(net::Series const& series) const {
  if (series.hops.size() != 1) return false;
  if (series.failure == net::Failure::dns) return true;
  const bool is_silent = series.failure == net::Failure::refused ||
                         (series.failure == net::Failure::timeout && series.status() == 0);
  return is_silent && !options_.transport->is_resolved(url::host_of(series.hops.front().url));
}

/// True where no host answers, and no name of one resolves. Few hosts say little.
bool ExternalRun::has_no_network() const {
  constexpr std::size_t min_hosts = 3;
  std::unordered_set<std::string_view> hosts;
  for (std::size_t i = 0; i < targets_.all().size(); ++i) {
    ExternalTarget const& target = targets_.all()[i];
    if (target.state != ExternalTarget::State::answered) continue;
    const bool says_nothing = is_unresolved_[i] || is_silent_address(target) ||
                              target.verdict.rule == Rule::external_private;
    if (!says_nothing) return false;
    if (is_unresolved_[i]) hosts.insert(url::host_of(target.url));
  }
  return hosts.size() >= min_hosts;
}

void ExternalRun::count(ExternalCounts& counts) const {
  std::unordered_set<std::string_view> hosts;
  counts.addresses = targets_.all().size();
  for (ExternalTarget const& target : targets_.all()) {
    hosts.insert(url::host_of(target.url));
    if (target.state == ExternalTarget::State::cached) ++counts.cached;
    if (target.is_forbidden) ++counts.forbidden;
    if (target.is_too_costly) ++counts.too_costly;
    if (target.is_given_up) ++counts.given_up;
    ++(counts.*counter_of(target));
  }
  counts.hosts = hosts.size();
  counts.requests = client_.counters().requests;
  counts.has_no_network = !counts.is_stopped && has_no_network();
  counts.cache_trouble = cache_.trouble();
}

}  // namespace hrefkit::site
