#include "hrefkit/cli/io/removal_on_signal.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

namespace {

/// All whose default is to end the program, but SIGKILL, and SIGPIPE and SIGXFSZ, which main
/// ignores.
constexpr std::array named_signals {
  SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
      SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGSYS,
#if defined(SIGIO) && defined(SIGPOLL) && SIGIO == SIGPOLL  // POSIX's; that of the BSDs is ignored
      SIGIO,
#endif
#ifdef SIGEMT
      SIGEMT,
#endif
#ifdef SIGSTKFLT
      SIGSTKFLT,
#endif
#ifdef SIGPWR
      SIGPWR,
#endif
};

/// These and the real-time signals, for which the system may have any number.
constexpr std::size_t most_signals = named_signals.size() + 64;

std::array<char, PATH_MAX> removed_path;  // of the file; read by the handler
std::atomic<bool> is_set = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::array<int, most_signals> handled;  // signals that had their default before
std::size_t handled_count = 0;

/// The default comes back only when the file is gone: another thread may get the same signal again
/// meanwhile. The signal raised here waits until the handler returns, and ends the program then.
extern "C" void remove_and_end(int signal) {
  RemovalOnSignal::remove_now();
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(signal, &standard, nullptr);
  ::raise(signal);
}

/// Has a signal remove the files, unless it is ignored or somebody else handles it.
void handle(int signal) {
  struct sigaction old {};
  const bool is_default = ::sigaction(signal, nullptr, &old) == 0 &&
                          (old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_DFL;
  if (!is_default || handled_count == handled.size()) return;
  struct sigaction action {};
  action.sa_handler = remove_and_end;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (::sigaction(signal, &action, nullptr) == 0) handled[handled_count++] = signal;
}

}  // namespace

RemovalOnSignal::RemovalOnSignal(std::string const& path) : RemovalOnSignal() {
  if (path.size() >= removed_path.size()) return;
  std::memcpy(removed_path.data(), path.c_str(), path.size() + 1);
  is_set = true;
}

RemovalOnSignal::RemovalOnSignal() {
  for (const int signal : named_signals) handle(signal);
#if defined(SIGRTMIN) && defined(SIGRTMAX)
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) handle(signal);
#endif
}

RemovalOnSignal::~RemovalOnSignal() {
  leave_files();
}

void RemovalOnSignal::leave_files() noexcept {
  is_set = false;
  while (handled_count > 0) ::signal(handled[--handled_count], SIG_DFL);
}

void RemovalOnSignal::remove_now() noexcept {
  if (is_set) ::unlink(removed_path.data());
  site::remove_unfinished_files();
}

}  // namespace hrefkit::cli
