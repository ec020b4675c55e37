// A check that is not told to ask the network opens no socket of it: a filter of the system ends
// the program that does.
#include <catch2/catch.hpp>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr int no_filter = 99;

/// Runs the program with a filter that kills it where it opens a socket that is not local. Returns
/// its exit code, 128 and the signal, or `no_filter`.
int run_offline(std::vector<char const*> arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::array filter{
        sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
        sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 0, 3, __NR_socket},
        sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, args)},
        sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_UNIX},
        sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS},
        sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    const sock_fprog program{filter.size(), filter.data()};
    const bool is_set = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
    if (!is_set) ::_exit(no_filter);
    arguments.insert(arguments.begin(), HREFKIT_PROGRAM);
    arguments.push_back(nullptr);
    const bool is_quiet =
        std::freopen("out", "w", stdout) != nullptr && std::freopen("err", "w", stderr) != nullptr;
    if (!is_quiet) ::_exit(97);
    ::execv(arguments[0], const_cast<char* const*>(arguments.data()));
    ::_exit(98);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("a check opens no socket of the network unless it is told to",
          "[external][offline][network]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=https://a.example/>x</a><a href=b.html>x</a>");
  folder.write("s/b.html", "<img src=http://127.0.0.1:9/ alt>");
  if (run_offline({"check", "s"}) == no_filter) {
    WARN("skipped: the system has no filters");
    return;
  }
  for (std::vector<char const*> const& options : std::vector<std::vector<char const*>>{
           {"check", "s"},
           {"check", "s", "--external", "list"},
           {"check", "s", "--external", "off", "-j", "4", "--orphans"},
           {"check", "s", "--cache", "c", "--proxy", "http://127.0.0.1:9"},
           {"check", "s", "--suggest", "archive", "--format", "html"}}) {
    const int code = run_offline(options);
    CAPTURE(options.size(), options.back());
    CHECK(code == 1);
  }
  CHECK_FALSE(::access("c", F_OK) == 0);
  // And the filter is one: to ask ends the program.
  CHECK(run_offline({"check", "s", "--external", "check", "--severity", "local-address=off",
                     "--allow-private", "all", "--retries", "0", "--proxy", "none"}) ==
        128 + SIGSYS);
}

}  // namespace hrefkit::test

#endif
