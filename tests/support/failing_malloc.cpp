// A library to preload: the n-th allocation of memory fails, for FAILING_MALLOC=n; with "n+" all
// from the n-th on fail. What the GNU C library's own functions allocate counts, too.
#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

}  // extern "C"

namespace {

unsigned long calls = 0;

/// Counts one allocation; true when it is to fail.
bool is_to_fail() {
  static char const* const wanted = std::getenv("FAILING_MALLOC");
  if (wanted == nullptr) return false;
  static char* rest = nullptr;
  static const unsigned long number = std::strtoul(wanted, &rest, 10);
  const unsigned long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (call != number && !(call > number && *rest == '+')) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

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
