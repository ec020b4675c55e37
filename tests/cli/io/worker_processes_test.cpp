#include "hrefkit/cli/io/worker_processes.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hrefkit/cli/io/output.h"
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

Outcome outcome_of(WorkerProcesses& workers, std::string_view task, std::string_view bytes = "") {
  Outcome outcome;
  outcome.failure = workers.run(task, bytes, [&](char tag, std::string_view piece) {
    outcome.pieces.push_back({tag, std::string(piece)});
    return true;
  });
  return outcome;
}

/// For work that needs no task.
Outcome outcome_of(std::function<void(ChunkSink&)> const& work) {
  WorkerProcesses workers([&](std::string_view, std::string, ChunkSink& out) { work(out); });
  return outcome_of(workers, "");
}

/// True when this process has no child left.
bool has_no_child() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

}  // namespace

TEST_CASE("a worker process hands over its pieces in order") {
  const std::string large(3'000'000, 'x');
  const Outcome outcome = outcome_of([&](ChunkSink& out) {
    out.emit('a', "one");
    out.emit('b', "");
    out.emit('c', large);
  });
  CHECK(outcome.failure == std::nullopt);
  CHECK(outcome.pieces == std::vector<Piece>{{'a', "one"}, {'b', ""}, {'c', large}});
  CHECK(has_no_child());
}

TEST_CASE("a worker process gets its task and the bytes with it") {
  int calls = 0;
  WorkerProcesses workers([&](std::string_view task, std::string bytes, ChunkSink& out) {
    out.emit('t', task);
    out.emit('b', bytes);
    out.emit('n', std::to_string(++calls));
  });
  const std::string large(3'000'000, 'x');
  for (std::string const& bytes : {std::string("\0a", 2), std::string(), large}) {
    const Outcome outcome = outcome_of(workers, "task", bytes);
    CHECK(outcome.failure == std::nullopt);
    // Each process counts from 0.
    CHECK((outcome.pieces == std::vector<Piece>{{'t', "task"}, {'b', bytes}, {'n', "1"}}));
  }
}

TEST_CASE("what ends a worker process does not end this one") {
  const Outcome aborted = outcome_of([](ChunkSink& out) {
    out.emit('a', "before");
    ::raise(SIGKILL);
  });
  CHECK(aborted.pieces == std::vector<Piece>{{'a', "before"}});
  REQUIRE(aborted.failure);
  CHECK(aborted.failure->find("signal 9") != std::string::npos);

  ::signal(SIGCHLD, SIG_IGN);  // as a program may inherit it
  CHECK(outcome_of([](ChunkSink&) { ::raise(SIGKILL); }).failure);
  ::signal(SIGCHLD, SIG_DFL);

  const Outcome thrown = outcome_of([](ChunkSink&) { throw std::runtime_error("x"); });
  CHECK(thrown.failure == "the worker process failed");
  CHECK(has_no_child());
}

TEST_CASE("what ends a worker process leaves the output of the first one") {
  const hrefkit::test::TemporaryFolder folder;
  OutputFile output;
  REQUIRE_FALSE(output.open("out"));
  REQUIRE_FALSE(output.write("rows"));
  for (const int signal : {SIGXCPU, SIGUSR1, SIGUSR2}) {
    CAPTURE(signal);
    CHECK(outcome_of([&](ChunkSink&) { ::raise(signal); }).failure);
  }
  REQUIRE_FALSE(output.commit());
  CHECK(folder.read("out") == "rows");
}

TEST_CASE("a worker whose results are not wanted any more is ended") {
  WorkerProcesses workers([](std::string_view task, std::string, ChunkSink& out) {
    while (out.emit('a', "again") && task == "gives") {
    }
    while (true) ::pause();
  });
  int taken = 0;
  const auto third_is_last = [&](char, std::string_view) { return ++taken < 3; };
  CHECK(workers.run("gives", "", third_is_last) == std::nullopt);
  CHECK(taken == 3);
  const auto none = [](char, std::string_view) { return false; };
  CHECK(workers.run("sleeps", "", none) == std::nullopt);
  const auto fails = [](char, std::string_view) -> bool { throw std::runtime_error("x"); };
  CHECK_THROWS_AS(workers.run("sleeps", "", fails), std::runtime_error);
}

TEST_CASE("several threads have workers at once") {
  WorkerProcesses workers(
      [](std::string_view, std::string bytes, ChunkSink& out) { out.emit('r', bytes); });
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int& count : right) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const std::string bytes(static_cast<std::size_t>(1000 * i), 'x');
        const Outcome outcome = outcome_of(workers, "", bytes);
        count += !outcome.failure && outcome.pieces == std::vector<Piece>{{'r', bytes}};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 20));
}

TEST_CASE("a worker does not wait for a lock that this process has") {
  std::mutex mutex;
  WorkerProcesses workers([&](std::string_view, std::string, ChunkSink& out) {
    out.emit('r', mutex.try_lock() ? "free" : "locked");
  });
  const std::lock_guard lock(mutex);
  CHECK(outcome_of(workers, "").pieces == std::vector<Piece>{{'r', "free"}});
}

TEST_CASE("without the process that starts workers each task has an error") {
  WorkerProcesses workers([](std::string_view task, std::string, ChunkSink& out) {
    out.emit('p', std::to_string(::getppid()));
    if (task == "ends it") ::kill(::getppid(), SIGKILL);
  });
  const Outcome before = outcome_of(workers, "ends it");
  CHECK(before.pieces.size() == 1);
  CHECK(before.failure == "the process that starts workers has ended");
  CHECK(outcome_of(workers, "").failure ==
        "cannot start a worker process: the process that starts workers has ended");
}
