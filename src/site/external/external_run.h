// Asks for all addresses of other sites to which the pages lead.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/net/client.h"
#include "hrefkit/site/external.h"
#include "hrefkit/site/external/answer_cache.h"
#include "hrefkit/site/external/remote_page.h"
#include "hrefkit/site/external/targets.h"

namespace hrefkit::site {

class ExternalRun final : public net::Listener {
 public:
  /// Both must outlive this.
  ExternalRun(ExternalOptions const& options, ExternalTargets& targets);

  /// Asks, and fills in what came of each target, and `counts`.
  void run(ExternalCounts& counts);

  void finished(net::Series series) override;

 private:
  void add_tasks();
  void report_progress() const;
  void count(ExternalCounts& counts) const;
  bool is_unresolved(net::Series const& series) const;
  bool has_no_network() const;

  ExternalOptions const& options_;
  ExternalTargets& targets_;
  net::Client client_;
  AnswerCache cache_;
  html::LinkFinder finder_;
  std::vector<std::unique_ptr<RemotePage>> pages_;  // by target; null where no fragment is wanted
  std::vector<bool> is_unresolved_;                 // by target: the name has no address
  std::size_t asked_ = 0;
  std::size_t done_ = 0;
};

}  // namespace hrefkit::site
