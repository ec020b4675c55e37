#include "hrefkit/site/output_folder.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

using namespace hrefkit::site;
namespace fs = std::filesystem;

namespace {

/// The names in a folder, with spaces between.
std::string names_of(std::string const& folder) {
  std::set<std::string> names;
  for (auto const& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  std::string all;
  for (std::string const& name : names) all += (all.empty() ? "" : " ") + name;
  return all;
}

/// Writes a new folder with one file, or returns the error.
std::string write_new_folder(std::string const& path) {
  auto output = NewFolder::begin(path);
  if (!output) return output.error();
  CHECK((*output)->output().write_new("h/page.html", "page"));
  const auto done = (*output)->commit();
  return done ? "" : done.error();
}

}  // namespace

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

TEST_CASE("a new folder appears when its files are complete") {
  const hrefkit::test::TemporaryFolder folder;
  for (std::string const path : {"out", "deep/er/out", "end/", "dot/./", "./here"}) {
    INFO(path);
    const fs::path parent = fs::path(path).lexically_normal().parent_path();
    {
      auto output = NewFolder::begin(path);
      REQUIRE(output);
      CHECK((*output)->output().write_new("h/page.html", "page"));
      CHECK(!fs::exists(path));
      REQUIRE((*output)->commit());
    }
    CHECK(folder.read(path + "/h/page.html") == "page");
    CHECK(names_of(path) == "h");
    CHECK(!NewFolder::check(path));
    CHECK(write_new_folder(path) == "is not a new or empty folder: nothing is written");
  }
  CHECK(names_of(".") == "deep dot end here out");
  CHECK(names_of("deep/er") == "out");
  struct stat status {};
  REQUIRE(::stat("out", &status) == 0);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  CHECK((status.st_mode & 0777) == (0777 & ~mask));
}

TEST_CASE("an empty folder is filled, and stays the folder that it was") {
  const hrefkit::test::TemporaryFolder folder;
  fs::create_directory("out");
  fs::create_directory_symlink("out", "way");
  ::chmod("out", 0750);
  struct stat before {};
  struct stat after {};
  REQUIRE(::stat("out", &before) == 0);
  CHECK(write_new_folder("way").empty());
  REQUIRE(::stat("out", &after) == 0);
  CHECK(before.st_ino == after.st_ino);
  CHECK(before.st_mode == after.st_mode);
  CHECK(names_of("out") == "h");
  CHECK(names_of(".") == "out way");
}

TEST_CASE("a new folder that is not completed goes again") {
  const hrefkit::test::TemporaryFolder folder;
  fs::create_directory("empty");
  std::string deep = "x";
  for (int i = 0; i < 2000; ++i) deep += "/x";  // longer than a path may be
  for (std::string const path : {"out", "empty"}) {
    auto output = NewFolder::begin(path);
    REQUIRE(output);
    CHECK((*output)->output().write_new("h/a", "a"));
    CHECK((*output)->output().write_new("h/b/c", "c"));
    CHECK((*output)->output().write_new(deep, "deep"));
  }
  CHECK(names_of(".") == "empty");
  CHECK(fs::is_empty("empty"));
}

TEST_CASE("one writes to a new folder at a time") {
  const hrefkit::test::TemporaryFolder folder;
  fs::create_directory("empty");
  for (std::string const path : {"out", "empty"}) {
    auto first = NewFolder::begin(path);
    REQUIRE(first);
    CHECK(write_new_folder(path) == "is being written by another run: nothing is written");
    CHECK((*first)->output().write_new("mine", "mine"));
    REQUIRE((*first)->commit());
    // It has the lock to its end.
    CHECK(!write_new_folder(path).empty());
    first->reset();
    CHECK(names_of(path) == "mine");
    CHECK(write_new_folder(path) == "is not a new or empty folder: nothing is written");
  }
}

TEST_CASE("what a killed run left is removed, and nothing else") {
  const hrefkit::test::TemporaryFolder folder;
  folder.write(".hrefkit-new-out/lock", "");
  folder.write(".hrefkit-new-out/files/h/old.html", "old");
  folder.write(".hrefkit-new-out/files-3/old.html", "old");
  fs::create_directory(".hrefkit-new-new");
  folder.write("filled/.hrefkit-new-files/lock", "");
  folder.write("filled/.hrefkit-new-files/files/h/old.html", "old");
  for (std::string const path : {"out", "new", "filled"}) {
    INFO(path);
    CHECK(NewFolder::check(path));
    CHECK(write_new_folder(path).empty());
    CHECK(names_of(path) == "h");
    CHECK(names_of(path + "/h") == "page.html");
  }
  CHECK(names_of(".") == "filled new out");

  folder.write("half/.hrefkit-new-files/lock", "");
  folder.write("half/h/page.html", "page");
  CHECK(write_new_folder("half").starts_with(
      "has .hrefkit-new-files, which a run that was stopped left"));
  CHECK(names_of("half") == ".hrefkit-new-files h");

  // Folders of that name that another program or the user made.
  folder.write(".hrefkit-new-a/mine.txt", "mine");
  folder.write(".hrefkit-new-b/lock", "");
  folder.write(".hrefkit-new-b/mine.txt", "mine");
  folder.write(".hrefkit-new-c", "mine");
  folder.write("target/lock", "");
  fs::create_directory_symlink("target", ".hrefkit-new-d");
  fs::create_symlink("nowhere", ".hrefkit-new-e");
  for (std::string const path : {"a", "b", "c", "d", "e"}) {
    INFO(path);
    CHECK(write_new_folder(path).find(" is in the way") != std::string::npos);
    CHECK(!fs::exists(path));
  }
  CHECK(folder.read(".hrefkit-new-b/mine.txt") == "mine");
  CHECK(folder.read(".hrefkit-new-c") == "mine");
  CHECK(names_of("target") == "lock");
}

TEST_CASE("a new folder takes no place that was taken meanwhile") {
  const hrefkit::test::TemporaryFolder folder;
  for (std::string const taken : {"file", "folder", "link"}) {
    INFO(taken);
    auto output = NewFolder::begin(taken);
    REQUIRE(output);
    if (taken == "file") folder.write(taken, "mine");
    if (taken == "folder") folder.write("folder/mine", "mine");
    if (taken == "link") fs::create_symlink("nowhere", taken);
    CHECK((*output)->output().write_new("page.html", "page"));
    CHECK(!(*output)->commit());
  }
  fs::create_directory("empty");
  auto output = NewFolder::begin("empty");
  REQUIRE(output);
  folder.write("empty/page.html", "mine");
  CHECK((*output)->output().write_new("page.html", "page"));
  CHECK(!(*output)->commit());
  output->reset();
  CHECK(names_of(".") == "empty file folder link");
  CHECK(names_of("folder") == "mine");
  CHECK(folder.read("empty/page.html") == "mine");
}

TEST_CASE("a folder is locked by one object") {
  const hrefkit::test::TemporaryFolder folder;
  auto first = OutputFolder::open("out");
  auto second = OutputFolder::open("out");
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->lock());
  CHECK(!second->lock());
  OutputFolder moved(std::move(*first));
  CHECK(!second->lock());
  CHECK(OutputFolder::open("other")->lock());
  { const OutputFolder end(std::move(moved)); }
  CHECK(second->lock());
}
