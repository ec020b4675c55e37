#include "c/failing_allocations.h"

#include <atomic>
#include <cerrno>

namespace {

std::atomic<unsigned long> calls = 0;
std::atomic<unsigned long> failing = 0;

bool is_to_fail() {
  const unsigned long call = calls.fetch_add(1, std::memory_order_relaxed) + 1;
  if (call != failing.load(std::memory_order_relaxed)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

namespace hrefkit::test {

void fail_allocation(unsigned long number) {
  failing = 0;
  calls = 0;
  failing = number;
}

unsigned long allocations() {
  return calls;
}

}  // namespace hrefkit::test

#include "support/malloc_functions.h"
