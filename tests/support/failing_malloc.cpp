// A library to preload: the n-th allocation of memory fails, for FAILING_MALLOC=n; with "n+" all
// from the n-th on fail. What the GNU C library's own functions allocate counts, too.
#include <cerrno>
#include <cstdlib>

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

#include "malloc_functions.h"
