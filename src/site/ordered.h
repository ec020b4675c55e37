// Work on a sequence of inputs by several threads, results in order.
//
// Each thread takes the next input, works on it, and gives the results that are ready and next in
// order. Only one thread takes, and only one gives, at a time. Where the system refuses further
// threads, those that have started do all the work.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace hrefkit::site {

/// The number of jobs for each thread that may wait for the one that is to be given next, so that
/// the other threads go on while one has a long document. With 2, two threads resolved the links of
/// three manuals 1.67 times as fast as one; with 8, 1.77 times.
inline constexpr std::size_t jobs_in_flight = 8;

/// One parallel run: see run_in_order.
template <typename Job, typename Worker, typename Take, typename Work, typename Give>
class OrderedRun {
 public:
  OrderedRun(std::size_t threads, Take& take, Work& work, Give& give)
      : ring_(threads * jobs_in_flight), take_(take), work_(work), give_(give) {}

  /// Works with this thread and with as many others as are wanted and can be had. Throws what
  /// `take`, `work` or `give` threw first.
  void run(std::size_t threads) {
    std::vector<std::thread> others;
    try {
      others.reserve(threads - 1);
      while (others.size() + 1 < threads) others.emplace_back([this] { work_on(); });
    } catch (std::system_error const&) {  // the system refuses a thread: go on without it
    } catch (std::bad_alloc const&) {
    }
    work_on();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  enum class State : unsigned char { free, at_work, done };
  struct Slot {
    Job* job = nullptr;
    State state = State::free;
  };
  using Lock = std::unique_lock<std::mutex>;

  void work_on() {
    try {
      Worker worker;
      while (Slot* const slot = take_next()) {
        work_(*slot->job, worker);
        give_from(*slot);
      }
    } catch (...) {
      const Lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop();
    }
  }

  /// Takes the next input; null at the end.
  Slot* take_next() {
    const Lock taking(taking_);
    Lock lock(mutex_);
    room_.wait(lock, [this] { return stopped_ || taken_ - given_ < ring_.size(); });
    if (stopped_ || at_end_) return nullptr;
    Slot& slot = ring_[taken_ % ring_.size()];
    slot.job = free_job();
    lock.unlock();
    const bool taken = take_(*slot.job);
    lock.lock();
    at_end_ = !taken;
    if (!taken || stopped_) return nullptr;
    slot.state = State::at_work;
    ++taken_;
    return &slot;
  }

  /// A job that is not in use: the one used last, for its memory is in the processor's cache.
  Job* free_job() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Job>());
      free_.reserve(all_.size());  // so that a job can be put back without memory
      return all_.back().get();
    }
    Job* const job = free_.back();
    free_.pop_back();
    return job;
  }

  /// Gives all jobs that are done and next in order, unless another thread is just doing that.
  void give_from(Slot& done) {
    Lock lock(mutex_);
    done.state = State::done;
    if (giving_) return;
    giving_ = true;
    while (!stopped_) {
      Slot& next = ring_[given_ % ring_.size()];
      if (given_ == taken_ || next.state != State::done) break;
      lock.unlock();
      const bool more = give_(*next.job);
      lock.lock();
      free_.push_back(next.job);
      next.state = State::free;
      ++given_;
      if (!more) stop();
      room_.notify_one();
    }
    giving_ = false;
  }

  /// Nothing more is taken or given. The caller holds `mutex_`.
  void stop() {
    stopped_ = true;
    room_.notify_all();
  }

  std::mutex taking_;  // held while an input is taken
  std::mutex mutex_;   // guards what follows
  std::condition_variable room_;
  std::vector<Slot> ring_;  // the job of input n has the place n % size
  std::vector<std::unique_ptr<Job>> all_;
  std::vector<Job*> free_;
  std::size_t taken_ = 0;
  std::size_t given_ = 0;
  bool giving_ = false;
  bool at_end_ = false;   // there are no more inputs
  bool stopped_ = false;  // nothing more is taken or given
  std::exception_ptr failure_;
  Take& take_;
  Work& work_;
  Give& give_;
};

/// Fills jobs with `bool take(Job&)`, one at a time, until it returns false; works on several at
/// once with `work(Job&, Worker&)`; and hands them to `bool give(Job&)` in the order of taking, one
/// at a time, until it returns false. With one thread all is done in turn by the caller. Jobs are
/// used again, and there is one Worker a thread: what a result needs belongs into a Job and should
/// be small, buffers belong into a Worker. What one of the three throws ends the run and is thrown
/// here.
template <typename Job, typename Worker, typename Take, typename Work, typename Give>
void run_in_order(std::size_t threads, Take take, Work work, Give give) {
  if (threads > 1) {
    return OrderedRun<Job, Worker, Take, Work, Give>(threads, take, work, give).run(threads);
  }
  Job job;
  Worker worker;
  while (take(job)) {
    work(job, worker);
    if (!give(job)) return;
  }
}

}  // namespace hrefkit::site
