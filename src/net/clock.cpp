#include "hrefkit/net/clock.h"

namespace hrefkit::net {

namespace {

class SystemClock final : public Clock {
 public:
  SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
  WallTime wall() const override { return std::chrono::system_clock::now(); }
};

}  // namespace

Clock const& system_clock() {
  static const SystemClock clock;
  return clock;
}

}  // namespace hrefkit::net
