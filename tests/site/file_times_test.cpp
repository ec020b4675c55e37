#include "hrefkit/site/file_times.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "support/temporary_folder.h"

using namespace hrefkit::site;

namespace {

/// `struct stat` as macOS has it, and as it was before POSIX.1-2008. The names of the last are
/// macros elsewhere.
struct MacosStatus {
  std::timespec st_mtimespec;
  std::timespec st_ctimespec;
};

#undef st_mtime
#undef st_ctime
struct OldStatus {
  std::time_t st_mtime;
  std::time_t st_ctime;
};

}  // namespace

TEST_CASE("a file's times are found by whatever name the system has for them") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "");
  constexpr timespec times[] = {{1, 2}, {1'700'000'000, 123'000'000}};
  REQUIRE(::utimensat(AT_FDCWD, "page.html", times, 0) == 0);
  struct stat status {};
  REQUIRE(::stat("page.html", &status) == 0);
  CHECK(modified_at(status).tv_sec == 1'700'000'000);
  CHECK(modified_at(status).tv_nsec == 123'000'000);
  CHECK(status_changed_at(status).tv_sec > 1'700'000'000);

  const MacosStatus macos{{5, 6}, {7, 8}};
  CHECK(modified_at(macos).tv_sec == 5);
  CHECK(modified_at(macos).tv_nsec == 6);
  CHECK(status_changed_at(macos).tv_sec == 7);
  CHECK(status_changed_at(macos).tv_nsec == 8);
}

TEST_CASE("where a file's times have no fractions of a second, they are 0") {
  const OldStatus old{5, 7};
  CHECK(modified_at(old).tv_sec == 5);
  CHECK(modified_at(old).tv_nsec == 0);
  CHECK(status_changed_at(old).tv_sec == 7);
  CHECK(status_changed_at(old).tv_nsec == 0);
}
