// The time, which tests set.
#pragma once

#include <chrono>

namespace hrefkit::net {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

class Clock {
 public:
  Clock() = default;
  Clock(Clock const&) = delete;
  Clock& operator=(Clock const&) = delete;
  virtual ~Clock() = default;

  /// For delays: it never goes back.
  virtual SteadyTime steady() const = 0;

  /// For dates of Retry-After and cookies, and for the cache.
  virtual WallTime wall() const = 0;
};

/// The clock of the system.
Clock const& system_clock();

}  // namespace hrefkit::net
