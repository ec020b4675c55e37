#include "hrefkit/site/replace_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

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

TEST_CASE("a folder's files stay below it") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("outside/x", "safe");
  auto output = OutputFolder::open("deep/out");
  REQUIRE(output);
  CHECK(output->write("a/b/page.html", "page"));
  CHECK(folder.read("deep/out/a/b/page.html") == "page");
  for (const std::string bad : {"../x", "a/../../x", "", "a/", "/x", "./x", ".."}) {
    INFO(bad);
    CHECK(!output->write(bad, "bad"));
  }
  fs::create_directory_symlink("../../outside", "deep/out/way");
  CHECK(!output->write("way/x", "bad"));
  CHECK(folder.read("outside/x") == "safe");
  fs::create_symlink("../../outside/x", "deep/out/link.html");
  CHECK(output->write("link.html", "page"));
  CHECK(folder.read("outside/x") == "safe");
  CHECK(folder.read("deep/out/link.html") == "page");
}

TEST_CASE("the holes of a file stay holes in its copy") {
  const hrefkit::test::TemporaryFolder folder;
  constexpr off_t size = off_t{32} << 20;
  struct Case {
    std::string name;
    std::vector<off_t> written;
  };
  for (Case const& file : std::vector<Case>{
           {"empty", {}}, {"first", {0}}, {"middle", {size / 2}}, {"ends", {0, size - 4}}}) {
    INFO(file.name);
    folder.write(file.name, "");
    const int source = ::open(file.name.c_str(), O_WRONLY);
    for (const off_t at : file.written) CHECK(::pwrite(source, "data", 4, at) == 4);
    REQUIRE(::ftruncate(source, size) == 0);
    ::close(source);
    auto output = OutputFolder::open("out");
    REQUIRE(output);
    CHECK(output->copy(file.name, *InputFolder::open(".").value()->file(file.name)));
    CHECK(folder.read("out/" + file.name) == folder.read(file.name));
    struct stat before {};
    struct stat after {};
    REQUIRE(::stat(file.name.c_str(), &before) == 0);
    REQUIRE(::stat(("out/" + file.name).c_str(), &after) == 0);
#ifndef HREFKIT_FALLBACKS  // there holes cannot be found
    CHECK(after.st_blocks <= before.st_blocks);
#endif
  }
}

TEST_CASE("a new file takes no place, and follows no link") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write("outside/x", "safe");
  auto output = OutputFolder::open("deep/out");
  REQUIRE(output);
  CHECK(output->write_new("a/b/page.html", "page"));
  CHECK(folder.read("deep/out/a/b/page.html") == "page");
  for (const std::string bad : {"../x", "a/../../x", "", "a/", "/x", "./x", "..", "a//x"}) {
    INFO(bad);
    CHECK(!output->write_new(bad, "bad"));
  }
  CHECK(!output->write_new("a/b/page.html", "again"));
  CHECK(folder.read("deep/out/a/b/page.html") == "page");
  CHECK(!output->write_new("a/b/page.html/x", "below a file"));
  CHECK(!output->write_new("a/b", "a folder"));
  fs::create_directory_symlink("../../outside", "deep/out/way");
  CHECK(!output->write_new("way/y", "bad"));
  CHECK(!fs::exists("outside/y"));
  fs::create_symlink("../../outside/y", "deep/out/dangling");
  CHECK(!output->write_new("dangling", "bad"));
  CHECK(!fs::exists("outside/y"));
}

TEST_CASE("each folder has its own files, however many are open") {
  const hrefkit::test::TemporaryFolder folder;
  auto output = OutputFolder::open("out");
  REQUIRE(output);
  const auto name = [](int i) { return std::to_string(i % 7) + "/" + std::to_string(i) + "/x"; };
  for (const std::string last : {"first", "second"}) {  // again, where other folders were opened
    for (int i = 0; i < 200; ++i) CHECK(output->write_new(name(i) + last, name(i)));
  }
  for (int i = 0; i < 200; ++i) CHECK(folder.read("out/" + name(i) + "second") == name(i));
}

TEST_CASE("a new file that cannot be written whole goes again") {
  const hrefkit::test::TemporaryFolder folder;
  auto output = OutputFolder::open("out");
  REQUIRE(output);
  rlimit old{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  rlimit small = old;
  small.rlim_cur = 1000;
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto written = output->write_new("page.html", std::string(2000, 'x'));
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  std::signal(SIGXFSZ, ignored);
  CHECK(!written);
  CHECK(fs::is_empty("out"));
}

TEST_CASE("no place is written twice") {
  const hrefkit::test::TemporaryFolder folder;
  auto output = OutputFolder::open("out");
  REQUIRE(output);
  CHECK(output->write("page.html", "one"));
  CHECK(!output->write("page.html", "two"));
  fs::create_directory("out/folder");
  CHECK(!output->write("folder", "page"));
  folder.write("asset", "bytes");
  CHECK(output->copy("copied", *InputFolder::open(".").value()->file("asset")));
  CHECK(folder.read("out/copied") == "bytes");
}
