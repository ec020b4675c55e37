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
inline Clock const& system_clock() {
  class SystemClock final : public Clock {
   public:
    SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
    WallTime wall() const override { return std::chrono::system_clock::now(); }
  };
  static const SystemClock clock;
  return clock;
}

}  // namespace hrefkit::net
