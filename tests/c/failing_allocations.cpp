#include "c/failing_allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

}  // extern "C"

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

extern "C" {

void* malloc(std::size_t size) {
  return is_to_fail() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_realloc(block, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (is_to_fail()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

}  // extern "C"
