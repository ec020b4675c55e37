// The cost of a piece of work: memory and processor time, measured in a process of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace hrefkit::test {

struct RunCost {
  int exit_code = -1;          ///< 0: the work came to its end; -1: a signal ended it
  std::size_t peak_bytes = 0;  ///< memory beyond what the process had before, at its peak
  double seconds = 0;          ///< of processor time; fewer where this machine is slow just now

  bool succeeded() const { return exit_code == 0; }
};

/// Runs `work` in a forked process and measures it. If the work executes another program, that
/// program's memory is measured. Bounds of time stand for one machine without load: where a fixed
/// piece of work takes longer than there, the time counts as that much less.
RunCost cost_of(std::function<void()> const& work);

/// Limits the address space of this process to `bytes` more than it has.
void limit_memory(std::size_t bytes);

/// False under sanitizers, which need memory, address space and time for themselves.
bool can_measure_cost();

/// The bound for every command and every text of `size` bytes: 64 MB and 40 times the text.
constexpr std::size_t allowed_bytes(std::size_t size) {
  return (std::size_t{64} << 20) + 40 * size;
}

/// The same for time: 3 seconds and half a second for each megabyte.
constexpr double allowed_seconds(std::size_t size) {
  return 3 + static_cast<double>(size) / 2e6;
}

}  // namespace hrefkit::test
