#include "hrefkit/site/ordered.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>
#include <vector>

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
  for (const std::size_t threads : {1UL, 2UL, 7UL}) {
    CAPTURE(threads);
    int taken = 0;
    std::atomic<int> at_work = 0;
    std::atomic<bool> shared = false;
    std::atomic<int> most_at_work = 0;
    std::vector<int> results;
    run_in_order<Job, Worker>(
        threads,
        [&](Job& job) {
          if (taken == 300) return false;
          job.number = taken++;
          return true;
        },
        [&](Job& job, Worker& worker) {
          if (worker.busy.exchange(true)) shared = true;
          const int now = ++at_work;
          int most = most_at_work;
          while (now > most && !most_at_work.compare_exchange_weak(most, now)) {
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
    CHECK(most_at_work <= static_cast<int>(threads));
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
        [](Job&, Worker&) {},
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
        threads, [](Job&) { return false; }, [&](Job&, Worker&) { touched = true; },
        [&](Job&) { return touched = true; });
    CHECK_FALSE(touched);
  }
}

}  // namespace

}  // namespace hrefkit::site
