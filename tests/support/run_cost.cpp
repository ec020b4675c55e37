#include "support/run_cost.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/sanitized.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace hrefkit::test {

namespace {

double seconds(timeval const& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

constexpr char const* memory_facts = "/proc/self/statm";  // Linux

/// The memory that this process has in use.
std::size_t resident_bytes() {
  std::size_t size = 0;
  std::size_t resident = 0;
  std::ifstream(memory_facts) >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Processor time of a fixed piece of work: it copies bytes, and reads them one by one.
double measured_unit() {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  };
  constexpr std::size_t size = std::size_t{8} << 20;  // more than the caches of one core
  const std::string bytes(size, 'x');
  std::string copy;
  const double begin = now();
  std::uint32_t hash = 0;
  for (int i = 0; i < 8; ++i) {
    copy.assign(bytes);
    copy[static_cast<std::size_t>(i)] = 'y';
    for (const char c : copy) hash = hash * 31 + static_cast<unsigned char>(c);
  }
  if (hash == 0) std::abort();  // the work must be done
  return now() - begin;
}

/// What it takes on the machine for which the bounds of time stand.
constexpr double unit_of_bounds = 0.1;

/// How many times slower this machine is now; at least 1.
double slowness() {
  return std::max(1.0, measured_unit() / unit_of_bounds);
}

[[noreturn]] void run_and_exit(std::function<void()> const& work) {
  int code = 0;
  try {
    work();
  } catch (...) {
    code = 1;
  }
  ::_exit(code);
}

}  // namespace

RunCost cost_of(std::function<void()> const& work) {
#ifdef __GLIBC__
  ::malloc_trim(0);  // free memory that stays with the process would hide what the work takes
#endif
  const std::size_t before = resident_bytes();
  const pid_t child = ::fork();
  if (child < 0) return {};
  if (child == 0) run_and_exit(work);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return {};
  }
  const std::size_t peak = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  const double taken = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  constexpr double far_from_bounds = 0.3;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, peak > before ? peak - before : 0,
          taken < far_from_bounds ? taken : taken / slowness()};
}

void limit_memory(std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream(memory_facts) >> pages;
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
  ::setrlimit(RLIMIT_AS, &limit);
}

bool can_measure_cost() {
  const bool is_emulated = std::getenv("HREFKIT_EMULATED") != nullptr;  // the emulator costs more
  return !is_sanitized && !is_emulated && std::filesystem::exists(memory_facts);
}

}  // namespace hrefkit::test
