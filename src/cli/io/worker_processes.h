// Work in processes of their own: what ends such a process, be it a signal or a failed assertion,
// does not end this one.
//
//   WorkerProcesses workers([](std::string_view task, std::string bytes, PieceSink& out) {
//     out.give('r', rows_of(task, bytes));
//   });
//   const auto failure = workers.run("a.html", "", [&](char tag, std::string_view piece) {
//     return print(piece);
//   });
//   if (failure) report("a.html", *failure);  // "the worker process ended by signal 6 (Aborted)"
#pragma once

#include <unistd.h>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/cli/io/piece_stream.h"

namespace hrefkit::cli {

/// Runs each task in a process of its own.
///
/// These processes are forked from a starter: a process that is forked from this one when the
/// object is made, and never has a second thread. A process that is forked from one with several
/// threads would wait for ever for a lock that another thread has at that moment (POSIX, fork).
class WorkerProcesses {
 public:
  /// What a worker process does with a task. Both texts come from `run`. What it changes in memory
  /// is lost.
  using Work = std::function<void(std::string_view task, std::string bytes, PieceSink& out)>;

  /// Starts the starter. To be called while this process has one thread: all that `work` uses is as
  /// it is now.
  explicit WorkerProcesses(Work work);

  /// Ends all processes.
  ~WorkerProcesses();
  WorkerProcesses(WorkerProcesses const&) = delete;
  WorkerProcesses& operator=(WorkerProcesses const&) = delete;

  /// Runs the work in a new process, and calls `take` here with each piece that it gives, in order,
  /// until `take` returns false. The views are valid during the call.
  ///
  /// Returns nothing when the worker ended as it should, or why it did not. Pieces that came whole
  /// before that were taken. May be called by several threads.
  std::optional<std::string> run(std::string_view task, std::string_view bytes,
                                 std::function<bool(char tag, std::string_view piece)> const& take);

 private:
  struct Worker;
  struct Request;
  struct Reply;
  class Starter;

  std::optional<std::string> start(Worker& worker);
  std::optional<std::string> end(Worker const& worker, bool kill);
  bool ask(Request const& request, int descriptor, Reply& reply);

  std::mutex mutex_;  // one request at a time
  pid_t starter_ = -1;
  int control_ = -1;     // the socket for requests to the starter
  std::string refused_;  // why there is no starter
};

}  // namespace hrefkit::cli
