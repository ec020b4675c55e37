#include "hrefkit/site/replace_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "hrefkit/site/temporary_file.h"
#include "support/temporary_folder.h"

using namespace hrefkit::site;
namespace fs = std::filesystem;

namespace {

std::size_t entries(std::string const& folder) {
  std::size_t count = 0;
  for (auto const& entry : fs::directory_iterator(folder)) {
    static_cast<void>(entry);
    ++count;
  }
  return count;
}

void replace(std::string const& name, std::string_view bytes, std::string const& backup = {}) {
  const auto stamp = stamp_of(name);
  REQUIRE(stamp);
  const auto replaced = replace_file(name, bytes, *stamp, backup);
  INFO((replaced ? std::string() : replaced.error()));
  CHECK(replaced.has_value());
}

}  // namespace

TEST_CASE("a file is replaced with its mode, and nothing is left beside it") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "old");
  ::chmod("page.html", 0640);
  replace("page.html", "new");
  CHECK(folder.read("page.html") == "new");
  struct stat status {};
  REQUIRE(::stat("page.html", &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
  CHECK(entries(".") == 1);
}

TEST_CASE("a replaced file keeps its extended attributes") {
  if (!has_file_attributes()) {
    WARN("SKIPPED: this build copies no extended attributes");
    return;
  }
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "old");
  if (::setxattr("page.html", "user.origin", "web", 3, 0) != 0) {
    WARN("SKIPPED: the file system has no extended attributes");
    return;
  }
  // Access control list, version 2: user rw-, user 1 r--, group ---, mask r--, others ---.
  const std::string list(
      "\2\0\0\0\1\0\6\0\377\377\377\377\2\0\4\0\1\0\0\0\4\0\0\0\377\377\377\377"
      "\20\0\4\0\377\377\377\377\40\0\0\0\377\377\377\377",
      44);
  char const* const access = "system.posix_acl_access";
  const bool has_lists = ::setxattr("page.html", access, list.data(), list.size(), 0) == 0;
  replace("page.html", "new");
  char value[64];
  CHECK(::getxattr("page.html", "user.origin", value, sizeof value) == 3);
  if (!has_lists) return;
  const auto size = ::getxattr("page.html", access, value, sizeof value);
  REQUIRE(size == static_cast<ssize_t>(list.size()));
  CHECK(std::string(value, list.size()) == list);
}

TEST_CASE("a link stays a link, and a backup is the old file") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("real/page.html", "old");
  fs::create_symlink("real/page.html", "link.html");
  replace("link.html", "new", ".bak");
  CHECK(fs::is_symlink("link.html"));
  CHECK(folder.read("real/page.html") == "new");
  CHECK(folder.read("real/page.html.bak") == "old");
  CHECK(entries("real") == 2);
}

TEST_CASE("a backup takes the place of nothing") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "old");
  folder.write("page.html.bak", "the user's");
  const auto stamp = stamp_of("page.html");
  REQUIRE(stamp);
  CHECK(!replace_file("page.html", "new", *stamp, ".bak"));
  CHECK(folder.read("page.html") == "old");
  CHECK(folder.read("page.html.bak") == "the user's");
  CHECK(entries(".") == 2);
  // A run that was killed has made the backup, but not yet the new page.
  fs::create_hard_link("page.html", "page.html.old");
  replace("page.html", "new", ".old");
  CHECK(folder.read("page.html") == "new");
  CHECK(folder.read("page.html.old") == "old");
}

TEST_CASE("a file that changed since it was read stays") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "old");
  const auto stamp = stamp_of("page.html");
  folder.write("page.html", "someone else's");
  CHECK(!replace_file("page.html", "new", *stamp, ""));
  CHECK(folder.read("page.html") == "someone else's");
  CHECK(entries(".") == 1);
}

TEST_CASE("another name of a file that was replaced meanwhile is no change") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("page.html", "old");
  fs::create_hard_link("page.html", "second.html");
  const auto stamp = stamp_of("second.html");
  REQUIRE(stamp);
  replace("page.html", "new");
  CHECK(replace_file("second.html", "new", *stamp, ""));
  CHECK(folder.read("second.html") == "new");
}

TEST_CASE("what a killed run left behind is removed, all else stays") {
  const hrefkit::test::TemporaryFolder folder;
  const std::string own = ".hrefkit-new-" + std::to_string(::getpid()) + "-";
  folder.write(".hrefkit-new-999999999-0", "half");
  folder.write(own + "900000", "of a process that had the same number");
  folder.write(own + "900001", "of a run that writes it");
  folder.write(".hrefkit-new-x", "not ours");
  folder.write(".hrefkit-new-1-2.html", "not ours");
  const int locked = ::open((own + "900001").c_str(), O_WRONLY | O_CLOEXEC);
  REQUIRE(::flock(locked, LOCK_EX | LOCK_NB) == 0);
  remove_leftovers(**OpenFolder::open("."));
  CHECK(!fs::exists(".hrefkit-new-999999999-0"));
  CHECK(!fs::exists(own + "900000"));
  CHECK(entries(".") == 3);
  ::close(locked);
}

TEST_CASE("a temporary file is made beside any number of others") {
  const hrefkit::test::TemporaryFolder folder;
  std::string next = temporary_name();
  const unsigned long number = std::stoul(next.substr(next.rfind('-') + 1));
  next.erase(next.rfind('-') + 1);
  for (unsigned long i = 1; i <= 300; ++i) folder.write(next + std::to_string(number + i), "");
  folder.write("page.html", "old");
  replace("page.html", "new");
  CHECK(folder.read("page.html") == "new");
}
