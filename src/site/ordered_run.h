// Jobs that run in parallel and are finished in order, within a budget of memory.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace hrefkit::site {

/// For each thread, the number of jobs that may be under way: the further ones wait for the one
/// that is to be emitted next, so that the other threads go on while one has a long document. With
/// 2, two threads resolved the links of three manuals 1.67 times as fast as one; with 8, 1.77
/// times.
inline constexpr std::size_t jobs_in_flight = 8;

/// The bytes that the results of all jobs may take while they wait for their turn.
inline constexpr std::size_t results_budget = std::size_t{16} << 20;

/// A job that is worked on says how large its result is in steps of this many bytes.
inline constexpr std::size_t result_piece = std::size_t{256} << 10;

class OrderedRun;

/// The place of a job in the order, for the thread that works on it.
class Turn {
 public:
  /// What to do with the part of the result that is there.
  enum class Advice {
    keep,       ///< go on: more may be added
    emit,       ///< it is this job's turn: emit the part at once, as `emit` would, and go on
    set_aside,  ///< put the part out of memory until it is the turn of this job, and go on
    drop,       ///< the run has stopped: nothing more is wanted
  };

  /// What a job can do where the results of all jobs would take more than the budget.
  enum class Overflow { wait, set_aside };

  /// Says that the job's result takes `bytes` so far. When the results of all jobs would take more
  /// than the budget, waits for the job's turn, or advises to set the result aside. Cheap while the
  /// result is small.
  Advice advise(std::size_t bytes, Overflow overflow = Overflow::wait);

  /// Says that all of the result is out of memory, as `advise` asked for.
  void was_set_aside();

  /// Does what `advise` says for a result of `bytes`: keeps it, emits it by `emit()`, or drops it
  /// by `clear()`. False when nothing more is wanted, or when `emit()` says so.
  template <class Emit, class Clear>
  bool emit_early(std::size_t bytes, Emit emit, Clear clear) {
    return follow(advise(bytes), emit, clear);
  }

  /// The same where parts can be put aside: `set_aside()` does so, or says false when it cannot.
  template <class Emit, class Clear, class SetAside>
  bool emit_early(std::size_t bytes, Emit emit, Clear clear, SetAside set_aside) {
    const Advice advice = advise(bytes, Overflow::set_aside);
    if (advice != Advice::set_aside) return follow(advice, emit, clear);
    if (!set_aside()) return emit_early(bytes, emit, clear);
    was_set_aside();
    return true;
  }

  /// Says how large the result is in the end.
  void finish(std::size_t bytes) { finished_ = bytes; }

 private:
  friend class OrderedRun;
  Turn(OrderedRun& run, std::size_t number) : run_(run), number_(number) {}

  template <class Emit, class Clear>
  static bool follow(Advice advice, Emit emit, Clear clear) {
    if (advice == Advice::keep) return true;
    if (advice == Advice::emit) return emit();
    clear();
    return false;
  }

  OrderedRun& run_;
  std::size_t number_;
  std::size_t known_ = 0;  // bytes that the run knows of
  std::size_t finished_ = 0;
};

/// One parallel run. Jobs have slots, numbered from 0, fewer than `slots(threads)`; threads have
/// numbers below `threads`.
class OrderedRun {
 public:
  struct Steps {
    std::function<bool(std::size_t slot)> take;
    std::function<void(std::size_t slot, std::size_t thread, Turn& turn)> work;
    std::function<bool(std::size_t slot)> give;
  };

  OrderedRun(std::size_t threads, std::size_t budget, Steps steps);

  static std::size_t slots(std::size_t threads) { return threads * jobs_in_flight; }

  /// Works with this thread and with as many others as are wanted and can be had, until there is no
  /// more input or `give` returned false. Throws what a step threw first.
  void run();

 private:
  friend class Turn;
  using Lock = std::unique_lock<std::mutex>;
  struct Job {
    std::size_t slot;
    std::size_t bytes = 0;  // of its result
    bool is_done = false;
  };

  void work_on(std::size_t thread);
  void wait_for_work(Lock& lock);
  bool can_emit() const;
  bool can_start() const;
  void emit_next(Lock& lock);
  void start_and_work(Lock& lock, std::size_t thread);
  void add_thread();
  void stop();
  void fail();
  Job& job(std::size_t number) { return line_[number - emitted_]; }
  void set_bytes(Job& job, std::size_t bytes);
  Turn::Advice advise(std::size_t number, std::size_t bytes, Turn::Overflow overflow);
  void forget_bytes(std::size_t number);

  const std::size_t threads_;
  const std::size_t budget_;
  const Steps steps_;

  std::mutex mutex_;                     // guards what follows
  std::condition_variable idle_;         // threads that have nothing to do
  std::condition_variable waits_;        // threads whose jobs wait for their turn
  std::vector<std::thread> others_;      // all but the caller's
  bool more_threads_ = true;             // some are still wanted, and the system allows them
  std::vector<std::size_t> free_slots_;  // the one used last is the last
  std::deque<Job> line_;                 // started, and not emitted yet, in the order of the inputs
  std::size_t emitted_ = 0;              // the number of the first job in the line
  std::size_t held_ = 0;                 // bytes of the results of the jobs in the line
  bool starting_ = false;                // a thread is starting a job
  bool emitting_ = false;                // a thread is emitting a result
  bool at_end_ = false;                  // there are no more inputs
  bool stopped_ = false;
  std::exception_ptr failure_;
};

// Work on a sequence of inputs by several threads, with the results in the order of the inputs.

/// Runs three steps for each job: `bool next(Job&)` fills one from the inputs (false at the end),
/// `void work(Job&, Worker&, Turn&)` does it, `bool emit(Job&)` delivers its result (false stops
/// the run). `next` and `emit` are each called by one thread at a time and in the order of the
/// inputs, but the two may run at the same time; `work` runs in up to `threads` threads at once (0
/// means 1), each with a Worker of its own.
///
/// `work` must report to `turn.finish` how many bytes the result takes, and may ask `turn.advise`
/// while the result grows: it can then emit parts of it early. So the results that wait take no
/// more than `budget` in all, and for each thread a result that was not reported yet.
///
/// Jobs and workers are used again, so that memory does not depend on the number of inputs: a Job
/// holds what the result needs, a Worker holds buffers. Where the system refuses further threads,
/// those that have started do all the work. What a step throws ends the run and is thrown here.
template <typename Job, typename Worker, typename Next, typename Work, typename Emit>
void run_in_order(std::size_t threads, Next next, Work work, Emit emit,
                  std::size_t budget = results_budget) {
  threads = std::max(threads, std::size_t{1});
  // Each place of these is used by one thread at a time.
  std::vector<std::unique_ptr<Job>> jobs(OrderedRun::slots(threads));
  std::vector<std::unique_ptr<Worker>> workers(threads);
  OrderedRun::Steps steps;
  steps.take = [&](std::size_t slot) {
    if (!jobs[slot]) jobs[slot] = std::make_unique<Job>();
    return next(*jobs[slot]);
  };
  steps.work = [&](std::size_t slot, std::size_t thread, Turn& turn) {
    if (!workers[thread]) workers[thread] = std::make_unique<Worker>();
    work(*jobs[slot], *workers[thread], turn);
  };
  steps.give = [&](std::size_t slot) { return emit(*jobs[slot]); };
  OrderedRun(threads, budget, std::move(steps)).run();
}

}  // namespace hrefkit::site
