#include "hrefkit/site/check/report_pass.h"

#include <new>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::site {

/// A page on its way through the second look.
struct SecondLooks::Job {
  std::uint32_t number = 0;
  PageRows rows;
  CheckSummary tally;
  std::optional<std::string> error;
  bool is_too_long = false;
};

void SecondLooks::run() {
  std::uint32_t next = 0;
  run_in_order<Job, Looks::Lent>(
      check_.options.threads, [&](Job& job) { return take_job(job, next); },
      [&](Job& job, Looks::Lent& worker, Turn& turn) {
        look(job, worker);
        turn.finish(job.rows.bytes());
      },
      [&](Job& job) { return give(job); });
  if (!check_.summary.stopped) give_redirects("\xFF");
}

SecondLook& SecondLooks::second_look(Looks::Lent& worker) {
  SecondLook& second = worker.from(check_.looks).second_look();
  second.use(check_.facts);
  return second;
}

bool SecondLooks::take_job(Job& job, std::uint32_t& next) const {
  std::vector<std::uint8_t> const& flags = check_.facts.flags;
  while (next < flags.size() && (flags[next] & flag_second_look) == 0) ++next;
  if (next == flags.size()) return false;
  job.number = next++;
  job.rows.clear();
  job.tally = {};
  job.error.reset();
  job.is_too_long = false;
  return true;
}

void SecondLooks::look(Job& job, Looks::Lent& worker) {
  if (KeptRows::Page const* const kept = check_.kept.find(job.number)) {
    job.rows = kept->rows;
    job.tally = kept->tally;
    return;
  }
  try {
    const auto keep = [&](Finding const& finding) {
      job.is_too_long = job.rows.is_full();
      if (!job.is_too_long) job.rows.add(finding);
      return !job.is_too_long;
    };
    job.error = second_look(worker).look(job.number, job.tally, keep);
  } catch (std::bad_alloc const&) {
    job.error = "out of memory";
  }
}

bool SecondLooks::give(Job& job) {
  if (!give_redirects(check_.site.path(check_.site.pages()[job.number]))) return false;
  if (job.error) {
    check_.trouble(job.number, *job.error);
    return true;
  }
  if (job.is_too_long) return give_long(job);
  check_.count(job.tally);
  for (std::size_t i = 0; i < job.rows.size(); ++i) {
    if (!check_.send(job.rows.at(i))) return false;
  }
  return true;
}

/// A page with very many findings is read again, now that its rows can be given as they come.
bool SecondLooks::give_long(Job& job) {
  CheckSummary tally;
  const auto error = second_look(long_look_).look(job.number, tally, [&](Finding const& finding) {
    return check_.send(finding);
  });
  if (error) check_.trouble(job.number, *error);
  check_.count(tally);
  return !check_.summary.stopped;
}

/// Gives the findings of the redirects when their turn has come: before the page `before`.
bool SecondLooks::give_redirects(std::string const& before) {
  if (redirects_given_ || before < redirects_name) return true;
  redirects_given_ = true;
  if (check_.redirects_bytes.empty()) return true;
  return find_redirect_findings(
      {check_.site, check_.redirects, check_.hash, check_.names, check_.facts},
      check_.redirects_bytes, check_.options, check_.summary,
      [this](Finding const& finding) { return check_.send(finding); });
}

}  // namespace hrefkit::site
