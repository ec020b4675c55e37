// A test that does not come to its end is ended and named.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

/// How long a test may take, in seconds: the longest one takes 20 under sanitizers on a slow
/// machine. An emulated processor (tests/long/machines) is up to 20 times as slow.
unsigned max_test_seconds() {
  return std::getenv("HREFKIT_EMULATED") != nullptr ? 3000 : 300;
}

std::array<char, 300> running;  // the name of the test; read by the handler

void write_error(std::string_view text) {
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

/// Names the test and ends the program as a failed assertion does, so that Catch tells its place
/// and its values. Should that wait for a lock, the next alarm ends the program.
extern "C" void end_test(int) {
  write_error("error: the test does not end: ");
  write_error({running.data(), ::strnlen(running.data(), running.size())});
  write_error("\n");
  ::signal(SIGALRM, SIG_DFL);
  ::alarm(10);
  ::raise(SIGABRT);
}

class TestAlarm : public Catch::TestEventListenerBase {
 public:
  using Catch::TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(Catch::TestCaseInfo const& test) override {
    running.fill('\0');
    test.name.copy(running.data(), running.size() - 1);
    ::signal(SIGALRM, end_test);
    ::alarm(max_test_seconds());
  }
  void testCaseEnded(Catch::TestCaseStats const&) override { ::alarm(0); }
};

CATCH_REGISTER_LISTENER(TestAlarm)

}  // namespace
