// Killing a run loses nothing: each file is old or new, and the next run cleans up.
//
// HREFKIT_KILLS and HREFKIT_KILL_FILES make it longer.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>
#include <string>

#include "support/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

constexpr std::array signals{SIGKILL, SIGTERM, SIGINT};

std::size_t number_from(char const* name, std::size_t otherwise) {
  char const* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

std::size_t entries(char const* folder) {
  const auto list = fs::directory_iterator(folder);
  return static_cast<std::size_t>(std::distance(fs::begin(list), fs::end(list)));
}

/// Starts a run. A signal that comes before the program has begun ends the child, too: the handlers
/// that it has from this process could wait for ever for a lock that was held at the fork.
pid_t start(std::string const& form) {
  sigset_t all{};
  sigset_t before{};
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU}) {
      ::signal(signal, SIG_DFL);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::execl(HREFKIT_PROGRAM, "hrefkit", "rewrite", "-q", "--site-url", "https://h.example/", "--to",
            form.c_str(), "--in-place", "-j", "2", "site", nullptr);
    ::_exit(127);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

std::string page(std::size_t number, bool absolute) {
  const std::string prefix = absolute ? "https://h.example/" : "";
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text +=
        "<a href=\"" + prefix + "p" + std::to_string(number) + "-" + std::to_string(i) + "\">\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a run that is killed loses nothing and leaves no half file") {
  const hrefkit::test::TemporaryFolder folder;
  const std::size_t files = number_from("HREFKIT_KILL_FILES", 60);
  const std::size_t kills = number_from("HREFKIT_KILLS", 6);
  for (std::size_t i = 0; i < files; ++i) {
    folder.write("site/p" + std::to_string(i) + ".html", page(i, false));
  }
  std::mt19937 random(7);
  for (std::size_t kill = 0; kill < kills; ++kill) {
    const pid_t child = start(kill % 2 == 0 ? "absolute" : "relative");
    REQUIRE(child > 0);
    ::usleep(static_cast<useconds_t>(random() % (2000 + 300 * files)));
    ::kill(child, signals[kill % signals.size()]);
    wait_for(child);
    for (std::size_t i = 0; i < files; ++i) {
      const std::string now = folder.read("site/p" + std::to_string(i) + ".html");
      const bool is_whole = now == page(i, false) || now == page(i, true);
      REQUIRE(is_whole);
    }
  }
  REQUIRE(wait_for(start("absolute")) == 0);
  CHECK(entries("site") == files);
  for (std::size_t i = 0; i < files; ++i) {
    CHECK(folder.read("site/p" + std::to_string(i) + ".html") == page(i, true));
  }
}

TEST_CASE("a run that a signal asks to end leaves no temporary file") {
  const hrefkit::test::TemporaryFolder folder;
  constexpr std::size_t files = 200;
  for (std::size_t i = 0; i < files; ++i) {
    folder.write("site/p" + std::to_string(i) + ".html", page(i, false));
  }
  std::mt19937 random(11);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
                           SIGVTALRM, SIGPROF, SIGIO, SIGRTMIN}) {
    const pid_t child = start(random() % 2 == 0 ? "absolute" : "relative");
    REQUIRE(child > 0);
    ::usleep(static_cast<useconds_t>(10'000 + random() % 20'000));
    ::kill(child, signal);
    wait_for(child);
    CHECK(entries("site") == files);
  }
}
