#include "hrefkit/site/check/report_pass.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::site {

/// A page on its way through the report pass.
struct ReportPass::Job {
  std::uint32_t number = 0;
  PageRows rows;
  CheckSummary tally;
  std::optional<std::string> error;
  bool is_too_long = false;
};

ReportPass::ReportPass(CheckState& check) : check_(check) {
  for (SiteRedirects::File const& file : check.redirects.files()) redirects_left_.push_back(&file);
  std::sort(redirects_left_.begin(), redirects_left_.end(),
            [](auto const* a, auto const* b) { return a->name > b->name; });
}

void ReportPass::run() {
  std::uint32_t next = 0;
  run_in_order<Job, ScannerPool::Lease>(
      check_.options.threads, [&](Job& job) { return next_job(job, next); },
      [&](Job& job, ScannerPool::Lease& worker, Turn& turn) {
        report(job, worker);
        turn.finish(job.rows.bytes());
      },
      [&](Job& job) { return emit(job); });
  if (!check_.summary.stopped) emit_redirects("\xFF");
}

PageReporter& ReportPass::reporter(ScannerPool::Lease& worker) {
  PageReporter& second = worker.from(check_.scanners).reporter();
  second.use(check_.facts);
  return second;
}

bool ReportPass::next_job(Job& job, std::uint32_t& next) const {
  std::vector<std::uint8_t> const& flags = check_.facts.flags;
  while (next < flags.size() && (flags[next] & flag_report) == 0) ++next;
  if (next == flags.size()) return false;
  job.number = next++;
  job.rows.clear();
  job.tally = {};
  job.error.reset();
  job.is_too_long = false;
  return true;
}

void ReportPass::report(Job& job, ScannerPool::Lease& worker) {
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
    job.error = reporter(worker).report(job.number, job.tally, keep);
  } catch (std::bad_alloc const&) {
    job.error = "out of memory";
  }
}

bool ReportPass::emit(Job& job) {
  if (!emit_redirects(check_.site.path(check_.site.pages()[job.number]))) return false;
  if (job.error) {
    check_.trouble(job.number, *job.error);
    return true;
  }
  if (job.is_too_long) return emit_long(job);
  check_.count(job.tally);
  for (std::size_t i = 0; i < job.rows.size(); ++i) {
    if (!check_.send(job.rows.at(i))) return false;
  }
  return true;
}

/// A page with very many findings is read again, now that its rows can be emitted as they are made.
bool ReportPass::emit_long(Job& job) {
  CheckSummary tally;
  const auto error =
      reporter(long_reporter_).report(job.number, tally, [&](Finding const& finding) {
        return check_.send(finding);
      });
  if (error) check_.trouble(job.number, *error);
  check_.count(tally);
  return !check_.summary.stopped;
}

/// Emits the findings of the files of redirects whose turn has come: before the page `before`.
bool ReportPass::emit_redirects(std::string const& before) {
  while (!redirects_left_.empty() && redirects_left_.back()->name <= before) {
    SiteRedirects::File const& file = *redirects_left_.back();
    redirects_left_.pop_back();
    const bool goes_on = find_redirect_findings(
        {check_.site, check_.redirects, check_.hash, check_.names, check_.facts}, file,
        check_.options, check_.summary,
        [this](Finding const& finding) { return check_.send(finding); });
    if (!goes_on) return false;
  }
  return true;
}

}  // namespace hrefkit::site
