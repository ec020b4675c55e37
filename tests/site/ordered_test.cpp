#include "hrefkit/site/ordered_run.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

struct Job {
  int number = -1;
  int result = -1;
};

struct Worker {
  std::atomic<bool> busy = false;
};

TEST_CASE("results come in the order of the inputs, whatever takes how long", "[ordered]") {
  for (const std::size_t threads : {0UL, 1UL, 2UL, 7UL}) {
    CAPTURE(threads);
    int taken = 0;
    std::atomic<int> at_work = 0;
    std::atomic<bool> shared = false;
    std::atomic<int> max_at_work = 0;
    std::vector<int> results;
    run_in_order<Job, Worker>(
        threads,
        [&](Job& job) {
          if (taken == 300) return false;
          job.number = taken++;
          return true;
        },
        [&](Job& job, Worker& worker, Turn&) {
          if (worker.busy.exchange(true)) shared = true;
          const int now = ++at_work;
          int most = max_at_work;
          while (now > most && !max_at_work.compare_exchange_weak(most, now)) {
          }
          if (job.number % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
          job.result = job.number * 2;
          --at_work;
          worker.busy = false;
        },
        [&](Job& job) {
          results.push_back(job.result);
          return true;
        });
    std::vector<int> expected;
    for (int i = 0; i < 300; ++i) expected.push_back(i * 2);
    CHECK(results == expected);
    CHECK(max_at_work <= static_cast<int>(std::max(threads, std::size_t{1})));
    CHECK_FALSE(shared);
  }
}

TEST_CASE("after a refusal nothing more is given, and soon nothing more is taken", "[ordered]") {
  for (const std::size_t threads : {1UL, 2UL, 7UL}) {
    CAPTURE(threads);
    int taken = 0;
    std::vector<int> given;
    run_in_order<Job, Worker>(
        threads,
        [&](Job& job) {
          job.number = taken++;
          return true;  // inputs without end
        },
        [](Job&, Worker&, Turn&) {},
        [&](Job& job) {
          given.push_back(job.number);
          return given.size() < 5;
        });
    CHECK(given == std::vector{0, 1, 2, 3, 4});
    CHECK(taken <= 5 + static_cast<int>(threads * jobs_in_flight) * 2);
  }
}

TEST_CASE("no inputs, no results", "[ordered]") {
  for (const std::size_t threads : {1UL, 2UL}) {
    bool touched = false;
    run_in_order<Job, Worker>(
        threads, [](Job&) { return false; }, [&](Job&, Worker&, Turn&) { touched = true; },
        [&](Job&) { return touched = true; });
    CHECK_FALSE(touched);
  }
}

/// A run of jobs whose results are `sizes` bytes large, each built up in pieces of 100,000 bytes.
class SizedRun {
 public:
  explicit SizedRun(std::vector<std::size_t> sizes, Turn::Overflow overflow = Turn::Overflow::wait)
      : sizes_(std::move(sizes)), overflow_(overflow) {}

  void run(std::size_t threads, std::size_t budget) {
    std::size_t taken = 0;
    run_in_order<Result, Worker>(
        threads,
        [&](Result& result) {
          if (taken == sizes_.size()) return false;
          result.number = taken++;
          result.bytes = result.aside = 0;
          return true;
        },
        [&](Result& result, Worker&, Turn& turn) { work(result, turn); },
        [&](Result& result) {
          deliver(result);
          return true;
        },
        budget);
  }

  /// The jobs' numbers in the order of giving, with repetitions, and their bytes.
  std::vector<std::size_t> order;
  std::size_t given_bytes = 0;
  std::atomic<std::size_t> held = 0;       ///< bytes that wait
  std::atomic<std::size_t> max_held = 0;   ///< the most ever
  std::atomic<std::size_t> all_aside = 0;  ///< bytes that were set aside

 private:
  struct Result {
    std::size_t number = 0;
    std::size_t bytes = 0;
    std::size_t aside = 0;
  };
  static constexpr std::size_t piece = 100'000;

  void work(Result& result, Turn& turn) {
    for (std::size_t left = sizes_[result.number]; left > 0;) {
      const std::size_t now = std::min(left, piece);
      left -= now;
      result.bytes += now;
      note_held(held += now);
      const Turn::Advice advice = turn.advise(result.bytes, overflow_);
      if (advice == Turn::Advice::emit) deliver(result);
      if (advice == Turn::Advice::set_aside) {
        set_aside(result);
        turn.was_set_aside();
      }
    }
    turn.finish(result.bytes);
  }

  void note_held(std::size_t now) {
    std::size_t most = max_held;
    while (now > most && !max_held.compare_exchange_weak(most, now)) {
    }
  }

  void set_aside(Result& result) {
    held -= result.bytes;
    all_aside += result.bytes;
    result.aside += std::exchange(result.bytes, 0);
  }

  void deliver(Result& result) {
    order.push_back(result.number);
    given_bytes += result.bytes + std::exchange(result.aside, 0);
    held -= result.bytes;
    result.bytes = 0;
  }

  std::vector<std::size_t> sizes_;
  Turn::Overflow overflow_;
};

TEST_CASE("results that are set aside do not wait, and come in order", "[ordered]") {
  constexpr std::size_t budget = 2'000'000;
  for (const std::size_t threads : {1UL, 2UL, 5UL}) {
    CAPTURE(threads);
    const std::vector<std::size_t> sizes(30, 20'000'000);
    SizedRun run(sizes, Turn::Overflow::set_aside);
    run.run(threads, budget);
    CHECK(std::is_sorted(run.order.begin(), run.order.end()));
    CHECK(run.given_bytes == sizes.size() * 20'000'000);
    CHECK(run.held == 0);
    CHECK(run.max_held <= budget + threads * 2 * result_piece);
    if (threads == 1) CHECK(run.all_aside == 0);
  }
}

TEST_CASE("results that wait keep to a budget, and large ones are given in parts", "[ordered]") {
  constexpr std::size_t budget = 2'000'000;
  for (const std::size_t threads : {1UL, 2UL, 5UL, 16UL}) {
    CAPTURE(threads);
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < 200; ++i) sizes.push_back(i % 9 == 0 ? 20'000'000 : 100 * i);
    SizedRun run(sizes);
    run.run(threads, budget);
    CHECK(std::is_sorted(run.order.begin(), run.order.end()));
    CHECK(run.given_bytes == std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
    CHECK(run.held == 0);
    CHECK(run.order.size() > 23 * 50);  // each large one in many parts
    // Past the budget each thread may have one step that it did not tell of.
    CHECK(run.max_held <= budget + threads * 2 * result_piece);
  }
}

TEST_CASE("a run with hardly any budget comes to its end", "[ordered]") {
  for (int round = 0; round < 50; ++round) {
    SizedRun run({0, 5'000'000, 300'000, 0, 1, 3'000'000, 400'000, 400'000, 2});
    run.run(4, 1);
    CHECK(run.given_bytes == 9'100'003);
    CHECK(std::is_sorted(run.order.begin(), run.order.end()));
  }
}

TEST_CASE("what a step throws ends the run and reaches the caller", "[ordered]") {
  for (const std::size_t threads : {1UL, 2UL, 7UL}) {
    for (int thrower = 0; thrower < 3; ++thrower) {
      CAPTURE(threads, thrower);
      int taken = 0;
      int given = 0;
      const auto throw_at = [&](int step, int number) {
        if (step == thrower && number == 50) throw std::runtime_error("step");
      };
      CHECK_THROWS_AS((run_in_order<Job, Worker>(
                          threads,
                          [&](Job& job) {
                            job.number = taken++;
                            throw_at(0, job.number);
                            return true;
                          },
                          [&](Job& job, Worker&, Turn&) { throw_at(1, job.number); },
                          [&](Job& job) {
                            throw_at(2, job.number);
                            ++given;
                            return true;
                          })),
                      std::runtime_error);
      CHECK(given <= 50);
    }
  }
}

/// Allows the process no further threads within the scope.
class NoThreads {
 public:
  NoThreads() {
    // The stacks of threads that have ended are kept for others: use them up.
    for (int i = 0; i < 32; ++i) {
      others_.emplace_back([this] { const std::lock_guard lock(held_); });
    }
    ::getrlimit(RLIMIT_AS, &before_);
    test::limit_memory(1 << 20);  // a thread's stack takes more
  }
  ~NoThreads() {
    ::setrlimit(RLIMIT_AS, &before_);
    holds_.unlock();
    for (std::thread& other : others_) other.join();
  }
  NoThreads(NoThreads const&) = delete;
  NoThreads& operator=(NoThreads const&) = delete;

 private:
  std::mutex held_;
  std::unique_lock<std::mutex> holds_{held_};
  std::vector<std::thread> others_;
  rlimit before_{};
};

TEST_CASE("where no thread can be had, the caller's does the work", "[ordered]") {
  if (!test::can_measure_cost()) {
    WARN("skipped: a sanitizer needs address space without limit");
    return;
  }
  std::set<std::thread::id> ids;
  std::mutex mutex;
  int taken = 0;
  int given = 0;
  {
    const NoThreads limit;
    run_in_order<Job, Worker>(
        4, [&](Job& job) { return (job.number = taken++) < 100; },
        [&](Job&, Worker&, Turn&) {
          const std::lock_guard lock(mutex);
          ids.insert(std::this_thread::get_id());
        },
        [&](Job&) {
          ++given;
          return true;
        });
  }
  CHECK(given == 100);
  CHECK(ids == std::set{std::this_thread::get_id()});
}

}  // namespace

}  // namespace hrefkit::site
