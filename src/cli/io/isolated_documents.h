// Documents that are read in processes of their own: their rows come from there in parts, then what
// is said of them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/worker_processes.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::cli {

/// What a command does with its jobs and their rows.
template <class Job>
struct IsolatedSteps {
  /// Reads a document: fills the rows and the findings, and calls `give_part` after each part,
  /// until that returns false. Runs in a worker process.
  std::function<void(Job& job, std::function<bool()> const& give_part)> read;
  std::function<std::size_t(Job const& job)> row_bytes;    ///< how many bytes of rows there are
  std::function<std::string(Job& job)> pack;               ///< the rows as bytes; they are cleared
  std::function<void(std::string_view, Job& job)> unpack;  ///< adds what was packed to the rows
};

/// Reads each document in a process of its own. To be made where WorkerProcesses may be made.
template <class Job>
class IsolatedDocuments {
 public:
  explicit IsolatedDocuments(IsolatedSteps<Job> steps)
      : steps_(std::move(steps)),
        workers_([this](std::string_view input, std::string bytes, PieceSink& out) {
          work(input, std::move(bytes), out);
        }) {}

  /// Reads the document of `job`. It then has the findings, and the rows that were not given by
  /// `give_part`; the error where the worker failed. For several threads.
  void read(Job& job, std::function<bool()> const& give_part) {
    const auto take = [&](char piece, std::string_view bytes) {
      if (piece == piece_findings) {
        unpack_findings(bytes, job);
        return true;
      }
      steps_.unpack(bytes, job);
      return give_part();
    };
    const auto failure = workers_.run(pack_input(job), job.standard_input, take);
    if (failure) job.error = *failure;
    job.standard_input = {};
  }

 private:
  /// The pieces that a worker hands over.
  static constexpr char piece_rows = 'r';
  static constexpr char piece_findings = 'f';

  void work(std::string_view input, std::string bytes, PieceSink& out) const {
    Job job;
    unpack_input(input, job);
    job.standard_input = std::move(bytes);
    const auto hand_over = [&] { return out.give(piece_rows, steps_.pack(job)); };
    steps_.read(job, [&] { return steps_.row_bytes(job) < site::result_piece || hand_over(); });
    hand_over();
    out.give(piece_findings, pack_findings(job));
  }

  IsolatedSteps<Job> steps_;
  WorkerProcesses workers_;
};

}  // namespace hrefkit::cli
