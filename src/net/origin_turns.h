// The turns of origins, by the time when each may start something: a step costs the logarithm of
// the number of origins, not of the number of tasks.
//
// Of an origin's entries in the heap, the earliest counts; the others are skipped. The time may be
// too early: it is computed again when the entry comes up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "hrefkit/net/clock.h"

namespace hrefkit::net {

class OriginTurns {
 public:
  /// Enters an origin, unless it has a turn at `time` or before.
  void enter(std::size_t origin, SteadyTime time) {
    if (origin >= times_.size()) times_.resize(origin + 1);
    if (times_[origin] && *times_[origin] <= time) return;
    times_[origin] = time;
    heap_.push({time, next_number_++, origin});
  }

  /// Removes the first entry, which there is, and returns its origin; nullopt where another entry
  /// has replaced it.
  std::optional<std::size_t> pop() {
    const Turn turn = heap_.top();
    heap_.pop();
    if (times_[turn.origin] != turn.time) return std::nullopt;
    times_[turn.origin].reset();
    return turn.origin;
  }

  bool empty() const { return heap_.empty(); }

  /// The time of the first entry, which there is.
  SteadyTime next() const { return heap_.top().time; }

  void clear() {
    heap_ = {};
    times_.clear();
  }

 private:
  struct Turn {
    SteadyTime time;
    std::uint64_t number;  ///< first come, first served
    std::size_t origin;

    bool operator>(Turn const& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> heap_;
  std::vector<std::optional<SteadyTime>> times_;  ///< by origin, of the entry that counts
  std::uint64_t next_number_ = 0;
};

}  // namespace hrefkit::net
