// Work on a sequence of inputs by several threads, with the results in the order of the inputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "hrefkit/site/ordered_run.h"

namespace hrefkit::site {

/// Runs three steps for each job: `bool take(Job&)` fills one from the inputs (false at the end),
/// `void work(Job&, Worker&, Turn&)` does it, `bool give(Job&)` delivers its result (false stops
/// the run). `take` and `give` are each called by one thread at a time and in the order of the
/// inputs, but the two may run at the same time; `work` runs in up to `threads` threads at once (0
/// means 1), each with a Worker of its own.
///
/// `work` must tell `turn.finish` how many bytes the result takes, and may ask `turn.advise` while
/// the result grows: it can then give parts of it early. So the results that wait take no more than
/// `budget` in all, and for each thread a result that nobody was told of.
///
/// Jobs and workers are used again, so that memory does not depend on the number of inputs: a Job
/// holds what the result needs, a Worker holds buffers. Where the system refuses further threads,
/// those that have started do all the work. What a step throws ends the run and is thrown here.
template <typename Job, typename Worker, typename Take, typename Work, typename Give>
void run_in_order(std::size_t threads, Take take, Work work, Give give,
                  std::size_t budget = results_budget) {
  threads = std::max(threads, std::size_t{1});
  // Each place of these is used by one thread at a time.
  std::vector<std::unique_ptr<Job>> jobs(OrderedRun::slots(threads));
  std::vector<std::unique_ptr<Worker>> workers(threads);
  OrderedRun::Steps steps;
  steps.take = [&](std::size_t slot) {
    if (!jobs[slot]) jobs[slot] = std::make_unique<Job>();
    return take(*jobs[slot]);
  };
  steps.work = [&](std::size_t slot, std::size_t thread, Turn& turn) {
    if (!workers[thread]) workers[thread] = std::make_unique<Worker>();
    work(*jobs[slot], *workers[thread], turn);
  };
  steps.give = [&](std::size_t slot) { return give(*jobs[slot]); };
  OrderedRun(threads, budget, std::move(steps)).run();
}

}  // namespace hrefkit::site
