// A library to preload: the n-th allocation of memory fails, for FAILING_MALLOC=n; with "n+" all
// from the n-th on fail. Allocations of the GNU C library itself count, too.
//
// FAILING_MALLOC=serve runs a program thousands of times without loading it each time: the first
// allocation makes the process a server, which forks for each number that comes from descriptor 3.
// The child goes on as a program whose n-th allocation fails; its status, as waitpid gives it, goes
// to descriptor 4 as four bytes. Each child starts with its files 0, 1 and 2 at their beginning, 1
// and 2 empty.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

unsigned long calls = 0;
unsigned long number = 0;  ///< the allocation that fails, or 0
bool fails_on = false;     ///< so do those after it

constexpr int numbers_in = 3;
constexpr int statuses_out = 4;

void rewind_files() {
  for (int file = 0; file < 3; ++file) {
    if (file > 0 && ::ftruncate(file, 0) != 0) continue;  // a pipe
    ::lseek(file, 0, SEEK_SET);
  }
}

/// Returns in each child; the server itself ends where no more numbers come.
void serve() {
  while (::read(numbers_in, &number, sizeof number) == sizeof number) {
    rewind_files();
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(numbers_in);
      ::close(statuses_out);
      return;
    }
    int status = -1;
    if (child < 0 || ::waitpid(child, &status, 0) != child) break;
    if (::write(statuses_out, &status, sizeof status) != sizeof status) break;
  }
  ::_exit(0);
}

void begin() {
  char const* const wanted = std::getenv("FAILING_MALLOC");
  if (wanted == nullptr) return;
  if (std::strcmp(wanted, "serve") == 0) return serve();
  char* rest = nullptr;
  number = std::strtoul(wanted, &rest, 10);
  fails_on = *rest == '+';
}

/// Counts one allocation; true when it is to fail.
bool is_to_fail() {
  const unsigned long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (call == 1) begin();  // there are no threads yet
  if (number == 0 || (call != number && !(fails_on && call > number))) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

#include "malloc_functions.h"
