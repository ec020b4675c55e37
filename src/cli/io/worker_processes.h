// Work in processes of their own: what ends such a process, be it a signal or a failed assertion,
// does not end this one.
//
//   WorkerProcesses workers([](std::string_view task, std::string bytes, ChunkSink& out) {
//     out.emit('r', rows_of(task, bytes));
//   });
//   const auto failure = workers.run("a.html", "", [&](char tag, std::string_view piece) {
//     return print(piece);
//   });
//   if (failure) report("a.html", *failure);  // "the worker process ended by signal 6 (Aborted)"
#pragma once

#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/site/ordered_run.h"

namespace hrefkit::cli {

// Chunks of bytes, sent from one process of this program to another by a stream socket.

/// The sending end.
class ChunkSink {
 public:
  explicit ChunkSink(int socket) : socket_(socket) {}

  /// Sends `bytes` under a tag of the caller's. False if there is no reader.
  bool emit(char tag, std::string_view bytes);

 private:
  int socket_;
};

/// The result of receiving: a chunk, the end of the stream, a truncated chunk, or one with a size
/// of more than 4 GiB.
enum class Received { piece, end, cut, oversized };

/// Receives one chunk. Memory grows with the bytes that arrive, not with the announced size.
Received receive_piece(int socket, char& tag, std::string& bytes);

/// Runs each task in a process of its own.
///
/// These processes are forked from a starter: a process that is forked from this one when the
/// object is made, and never has a second thread. A process that is forked from one with several
/// threads would wait for ever for a lock that another thread has at that moment (POSIX, fork).
class WorkerProcesses {
 public:
  /// The work of a worker process on a task. Both texts come from `run`. Its changes to memory are
  /// lost.
  using Work = std::function<void(std::string_view task, std::string bytes, ChunkSink& out)>;

  /// Starts the starter. To be called while this process has one thread: all that `work` uses is as
  /// it is now.
  explicit WorkerProcesses(Work const& work);

  /// Ends all processes.
  ~WorkerProcesses();
  WorkerProcesses(WorkerProcesses const&) = delete;
  WorkerProcesses& operator=(WorkerProcesses const&) = delete;

  /// Runs the work in a new process, and calls `on_piece` in this one with each chunk that it
  /// sends, in order, until `on_piece` returns false. The views are valid during the call.
  ///
  /// Returns nullopt if the worker ended as it should, else the reason. Complete chunks before that
  /// were passed on. May be called by several threads.
  std::optional<std::string> run(
      std::string_view task, std::string_view bytes,
      std::function<bool(char tag, std::string_view piece)> const& on_piece);

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

// Documents that are read in processes of their own: these send the rows in parts, then the notes
// and errors.

/// How a command reads its jobs and packs their rows.
template <class Job>
struct IsolatedSteps {
  /// Reads a document: fills the rows and the findings, and calls `emit_part` after each part,
  /// until that returns false. Runs in a worker process.
  std::function<void(Job& job, std::function<bool()> const& emit_part)> read;
  std::function<std::size_t(Job const& job)> row_bytes;    ///< the bytes of rows so far
  std::function<std::string(Job& job)> pack;               ///< the rows as bytes; they are cleared
  std::function<void(std::string_view, Job& job)> unpack;  ///< appends packed rows
};

/// Reads each document in a process of its own. To be made where WorkerProcesses may be made.
template <class Job>
class IsolatedDocuments {
 public:
  explicit IsolatedDocuments(IsolatedSteps<Job> steps)
      : steps_(std::move(steps)),
        workers_([this](std::string_view input, std::string bytes, ChunkSink& out) {
          work(input, std::move(bytes), out);
        }) {}

  /// Reads the document of `job`. It then has the findings, and the rows that were not emitted by
  /// `emit_part`; the error where the worker failed. For several threads.
  void read(Job& job, std::function<bool()> const& emit_part) {
    const auto on_piece = [&](char piece, std::string_view bytes) {
      if (piece == piece_findings) {
        unpack_findings(bytes, job);
        return true;
      }
      steps_.unpack(bytes, job);
      return emit_part();
    };
    const auto failure = workers_.run(pack_input(job), job.standard_input, on_piece);
    if (failure) job.error = *failure;
    job.standard_input = {};
  }

 private:
  /// The tags of the chunks that a worker sends.
  static constexpr char piece_rows = 'r';
  static constexpr char piece_findings = 'f';

  void work(std::string_view input, std::string bytes, ChunkSink& out) const {
    Job job;
    unpack_input(input, job);
    job.standard_input = std::move(bytes);
    const auto hand_over = [&] { return out.emit(piece_rows, steps_.pack(job)); };
    steps_.read(job, [&] { return steps_.row_bytes(job) < site::result_piece || hand_over(); });
    hand_over();
    out.emit(piece_findings, pack_findings(job));
  }

  IsolatedSteps<Job> steps_;
  WorkerProcesses workers_;
};

// Values as bytes and back, for messages between processes of this program.

/// Puts numbers and texts into one string of bytes.
class Packer {
 public:
  void number(std::uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    packed_.append(bytes, sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    packed_.append(value);
  }
  std::string_view view() const { return packed_; }

 private:
  std::string packed_;
};

/// Reads them in the same order. Missing values read as 0 or empty.
class Unpacker {
 public:
  explicit Unpacker(std::string_view packed) : left_(packed) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (left_.size() < sizeof value) {
      left_ = {};
      return 0;
    }
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  /// A number that was a size in memory.
  std::size_t count() { return static_cast<std::size_t>(number()); }
  /// A view into the packed bytes.
  std::string_view text() {
    const std::uint64_t size = std::min<std::uint64_t>(number(), left_.size());
    const std::string_view value = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(value.size());
    return value;
  }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace hrefkit::cli
