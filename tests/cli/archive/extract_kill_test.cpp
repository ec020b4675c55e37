// `archive --extract` that is killed: the folder is whole or absent, and the next run cleans up.
//
// The run is killed at its n-th system call, so nothing depends on the clock. HREFKIT_KILL_STEP is
// the number of calls between two kills.
#if defined(__linux__)
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>

#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace fs = std::filesystem;

namespace hrefkit::test {

namespace {

enum class End { killed, finished, not_traced };

/// Runs `archive --extract out a.warc`, and kills it as it begins or ends its call `calls`.
End extract_until(std::size_t calls) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // it does not work in a traced process
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(126);
    ::execl(HREFKIT_PROGRAM, "hrefkit", "archive", "-q", "-j1", "--extract", "out", "a.warc",
            nullptr);
    ::_exit(127);
  }
  int status = 0;
  for (std::size_t stops = 0; ::waitpid(child, &status, 0) == child; ++stops) {
    if (WIFEXITED(status)) {
      if (WEXITSTATUS(status) == 126) return End::not_traced;
      CHECK(WEXITSTATUS(status) == 0);
      return End::finished;
    }
    if (WIFSIGNALED(status)) return End::killed;
    if (stops == calls) {
      ::kill(child, SIGKILL);
    } else {
      ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    }
  }
  return End::not_traced;
}

/// All files below a folder with their bytes.
std::map<std::string, std::string> files_in(TemporaryFolder const& folder,
                                            std::string const& path) {
  std::map<std::string, std::string> files;
  for (auto const& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files[entry.path().string()] = folder.read(entry.path().string());
  }
  return files;
}

std::string archive_of_pages() {
  std::string bytes;
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    bytes += page_record("http://h.example/d" + std::to_string(i % 3) + "/p" + number,
                         "<a href=/d0/p0>" + number + "</a>");
  }
  return bytes;
}

}  // namespace

TEST_CASE("an extraction that is killed leaves its folder whole or absent", "[process]") {
  const TemporaryFolder folder;
  folder.write("a.warc", archive_of_pages());
  if (extract_until(SIZE_MAX) != End::finished) {
    WARN("SKIPPED: processes cannot be traced here");
    return;
  }
  const auto whole = files_in(folder, "out");
  REQUIRE(whole.size() == 12);
  char const* const step_text = std::getenv("HREFKIT_KILL_STEP");
  const std::size_t step = step_text == nullptr ? 9 : std::strtoul(step_text, nullptr, 10);
  for (const bool exists : {false, true}) {
    std::size_t absent = 0;
    std::size_t rests = 0;
    End end = End::killed;
    for (std::size_t calls = 0; end == End::killed; calls += step) {
      INFO("killed at call " << calls << (exists ? ", in an empty folder" : ""));
      fs::remove_all("out");
      if (exists) fs::create_directory("out");
      end = extract_until(calls);
      REQUIRE(end != End::not_traced);
      const std::string aside = exists ? "out/.hrefkit-new-files" : ".hrefkit-new-out";
      const bool has_pages = fs::exists("out/h.example");
      rests += fs::exists(aside) ? 1 : 0;
      if (has_pages) {
        fs::remove_all("out/.hrefkit-new-files");
        REQUIRE(files_in(folder, "out") == whole);
      } else {
        REQUIRE(fs::exists("out") == exists);
        ++absent;
      }
    }
    CHECK(absent > 5);
    CHECK(rests > 5);
    fs::remove_all("out");
    REQUIRE(extract_until(SIZE_MAX) == End::finished);
    CHECK(files_in(folder, "out") == whole);
    CHECK(std::distance(fs::directory_iterator("."), fs::directory_iterator()) == 2);
  }
}

}  // namespace hrefkit::test
#endif
