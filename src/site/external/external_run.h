// Asks for all addresses of other sites to which the pages lead.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/net/client.h"
#include "hrefkit/site/external.h"
#include "hrefkit/site/external/answer_cache.h"
#include "hrefkit/site/external/first_hosts.h"
#include "hrefkit/site/external/remote_page.h"
#include "hrefkit/site/external/sent_content.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/external/verdict.h"

namespace hrefkit::site {

class ExternalRun final : public net::Listener {
 public:
  /// Both must outlive this.
  /// `is_excluded`: true for URLs that nobody is to ask for; it may be empty.
  ExternalRun(ExternalOptions const& options, ExternalTargets& targets,
              std::function<bool(std::string_view url)> is_excluded);

  /// Asks, and fills in what came of each target, and `counts`.
  void run(ExternalCounts& counts);

  void finished(net::Series series) override;
  void finished_start(net::Series const& series);
  void attempted(net::Series const& series) override;

 private:
  void find_tasks();
  void add_first_tasks();
  void add_task(std::size_t number);
  void add_open_tasks();
  void follow_page(ExternalTarget& target, net::Series const& series, RemotePage const* page);
  void finished_followed(net::Series const& series);
  void judge_followed();
  void ask_for_start(std::size_t number, net::Series const& series);
  bool heed_first_hosts();
  void report_progress() const;
  void count(ExternalCounts& counts) const;
  bool is_unresolved(net::Series const& series) const;
  void note_first(net::Series const& series);
  std::size_t silent_hosts() const;

  ExternalOptions const& options_;
  ExternalTargets& targets_;
  std::function<bool(std::string_view url)> is_excluded_;
  net::Client client_;
  AnswerCache cache_;
  html::LinkFinder finder_;
  std::vector<std::unique_ptr<RemotePage>> pages_;  // by target; null where no fragment is wanted
  /// By target: what reads the start of a page that links may not be able to use.
  std::unordered_map<std::size_t, StartReader> starts_;
  /// Pages to which others send their readers, and that no link names.
  std::deque<std::pair<std::string, ExternalVerdict>> followed_;
  std::unordered_map<std::string_view, std::size_t> followed_places_;
  std::vector<bool> is_unresolved_;  // by target: the name has no address
  std::vector<bool> is_queued_;      // by target: the client has it, or had it
  std::vector<std::size_t> tasks_;   // the targets that are to be asked for
  FirstHosts first_hosts_;
  bool waits_for_first_ = false;  // only the first hosts are asked for
  bool has_no_network_ = false;
  std::set<std::string> proxy_faults_;
  std::size_t done_ = 0;
};

}  // namespace hrefkit::site
