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

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

std::array<char, PATH_MAX> removed_path;  // of the file; read by the handler
std::atomic<bool> is_set = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::array<struct sigaction, ending_signals.size()> before;

/// The default comes back only when the file is gone: another thread may get the same signal again
/// meanwhile. The signal raised here waits until the handler returns, and ends the program then.
extern "C" void remove_and_end(int signal) {
  RemovalOnSignal::remove_now();
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(signal, &standard, nullptr);
  ::raise(signal);
}

}  // namespace

RemovalOnSignal::RemovalOnSignal(std::string const& path) : RemovalOnSignal() {
  if (path.size() >= removed_path.size()) return;
  std::memcpy(removed_path.data(), path.c_str(), path.size() + 1);
  is_set = true;
}

RemovalOnSignal::RemovalOnSignal() {
  struct sigaction action {};
  action.sa_handler = remove_and_end;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) ::sigaction(ending_signals[i], &action, nullptr);
  }
}

RemovalOnSignal::~RemovalOnSignal() {
  is_set = false;
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], &before[i], nullptr);
  }
}

void RemovalOnSignal::remove_now() noexcept {
  if (is_set) ::unlink(removed_path.data());
  site::remove_unfinished_files();
}

}  // namespace hrefkit::cli
