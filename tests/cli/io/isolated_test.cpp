#include "hrefkit/cli/io/isolated.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hrefkit/cli/io/output_file.h"
#include "support/temporary_folder.h"

using namespace hrefkit::cli;

namespace {

struct Piece {
  char tag;
  std::string bytes;
  bool operator==(Piece const&) const = default;
};

struct Outcome {
  std::vector<Piece> pieces;
  std::optional<std::string> failure;
};

template <class Work>
Outcome outcome_of(Work work) {
  Outcome outcome;
  outcome.failure = run_isolated(work, [&](char tag, std::string_view bytes) {
    outcome.pieces.push_back({tag, std::string(bytes)});
    return true;
  });
  return outcome;
}

/// True when this process has no child left.
bool has_no_child() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

}  // namespace

TEST_CASE("a worker process hands over its pieces in order") {
  const std::string large(3'000'000, 'x');
  const Outcome outcome = outcome_of([&](PieceSink& out) {
    out.give('a', "one");
    out.give('b', "");
    out.give('c', large);
  });
  CHECK(outcome.failure == std::nullopt);
  CHECK(outcome.pieces == std::vector<Piece>{{'a', "one"}, {'b', ""}, {'c', large}});
  CHECK(has_no_child());
}

TEST_CASE("what ends a worker process does not end this one") {
  const Outcome aborted = outcome_of([](PieceSink& out) {
    out.give('a', "before");
    ::raise(SIGKILL);
  });
  CHECK(aborted.pieces == std::vector<Piece>{{'a', "before"}});
  REQUIRE(aborted.failure);
  CHECK(aborted.failure->find("signal 9") != std::string::npos);

  const Outcome thrown = outcome_of([](PieceSink&) { throw std::runtime_error("x"); });
  CHECK(thrown.failure == "the worker process failed");
  CHECK(has_no_child());
}

TEST_CASE("what ends a worker process leaves the output of the first one") {
  const hrefkit::test::TemporaryFolder folder;
  OutputFile output;
  REQUIRE_FALSE(output.open("out"));
  REQUIRE_FALSE(output.write("rows"));
  for (const int signal : {SIGQUIT, SIGXCPU, SIGUSR1}) {
    CAPTURE(signal);
    CHECK(outcome_of([&](PieceSink&) { ::raise(signal); }).failure);
  }
  REQUIRE_FALSE(output.commit());
  CHECK(folder.read("out") == "rows");
}

TEST_CASE("a worker whose results are not wanted any more is ended") {
  int taken = 0;
  const auto failure = run_isolated(
      [](PieceSink& out) {
        while (out.give('a', "again")) {
        }
      },
      [&](char, std::string_view) { return ++taken < 3; });
  CHECK(failure == std::nullopt);
  CHECK(taken == 3);
  CHECK(has_no_child());
}

TEST_CASE("several threads have workers at once") {
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int& count : right) {
    threads.emplace_back([&count] {
      for (int i = 0; i < 20; ++i) {
        const std::string bytes(static_cast<std::size_t>(1000 * i), 'x');
        const Outcome outcome = outcome_of([&](PieceSink& out) { out.give('r', bytes); });
        count += !outcome.failure && outcome.pieces == std::vector<Piece>{{'r', bytes}};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 20));
  CHECK(has_no_child());
}
