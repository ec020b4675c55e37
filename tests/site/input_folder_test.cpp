#include "hrefkit/site/input_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "hrefkit/site/replace_file.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

namespace fs = std::filesystem;

/// Puts a link to `target` in the place of `path`, which moves aside.
void exchange_for_link(std::string const& path, std::string const& target) {
  fs::rename(path, path + ".moved");
  fs::create_symlink(fs::absolute(target), path);
}

std::string read_at(InputFolder const& folder, std::string const& place) {
  std::string bytes;
  const auto read = folder.read(place, bytes);
  return read ? bytes : "error: " + read.error();
}

constexpr char const* became_link = "error: has become a link since it was listed; not followed";

TEST_CASE("what is opened below a folder stays below it", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html", "a");
  folder.write("site/sub/deep/b.html", "b");
  folder.write("outside/b.html", "secret");
  fs::create_directory_symlink("site", "way");
  fs::create_symlink("a.html", "site/link.html");
  fs::create_directory_symlink("sub", "site/link");
  REQUIRE(::mkfifo("site/pipe", 0600) == 0);
  for (std::string const root : {"site", "site/", "way"}) {
    const auto site = InputFolder::open(root);
    REQUIRE(site);
    CHECK((*site)->path() == root);
    CHECK(read_at(**site, "a.html") == "a");
    CHECK(read_at(**site, "sub/deep/b.html") == "b");
    CHECK(read_at(**site, "link.html") == became_link);
    CHECK(read_at(**site, "link/deep/b.html") ==
          "error: the folder link has become a link since it was listed; not followed");
    CHECK(read_at(**site, "../outside/b.html") == "error: its path leads out of the folder");
    CHECK(read_at(**site, "sub/../../outside/b.html") == "error: its path leads out of the folder");
    CHECK(read_at(**site, "pipe") == "error: is not a regular file");
    CHECK(read_at(**site, "sub") == "error: is not a regular file");
    CHECK(read_at(**site, "a.html/x") == "error: Not a directory");
    CHECK(read_at(**site, "no/x") == "error: No such file or directory");
    std::string bytes;
    CHECK_FALSE((*site)->read("sub/deep/b.html", bytes, 0));
  }
  CHECK_FALSE(InputFolder::open("site/a.html"));
  CHECK_FALSE(InputFolder::open("nowhere"));
}

TEST_CASE("a file or a folder that becomes a link is not followed", "[input_folder]") {
  const test::TemporaryFolder folder;
  for (char const* name : {"site/a.html", "site/sub/b.html", "site/sub/deep/c.html"}) {
    folder.write(name, "page");
  }
  for (char const* name : {"outside/b.html", "outside/deep/c.html"}) folder.write(name, "secret");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  exchange_for_link("site/a.html", "outside/b.html");
  CHECK(read_at(**site, "a.html") == became_link);
  exchange_for_link("site/sub", "outside");
  for (char const* place : {"sub/b.html", "sub/deep/c.html"}) {
    CHECK(read_at(**site, place) ==
          "error: the folder sub has become a link since it was listed; not followed");
  }
  CHECK_FALSE((*site)->folder("sub"));
}

TEST_CASE("a folder that was opened stays the one that it was", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/sub/b.html", "page");
  folder.write("outside/b.html", "secret");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  CHECK(read_at(**site, "sub/b.html") == "page");
  const auto before = (*site)->folder_now("sub");
  REQUIRE(before);
  exchange_for_link("site/sub", "outside");
  CHECK(read_at(**site, "sub/b.html") != "secret");
  CHECK_FALSE((*site)->folder_now("sub"));
  fs::remove("site/sub");
  folder.write("site/sub/b.html", "new");
  const auto after = (*site)->folder_now("sub");
  REQUIRE(after);
  CHECK((*after)->identity() != (*before)->identity());
}

bool replace(InputFolder const& folder, std::string const& place, std::string_view bytes,
             FileStamp const& stamp, std::string const& backup) {
  FileReplacements files(backup);
  auto prepared = files.prepare(folder, place, bytes, stamp);
  if (!prepared) return false;
  bool done = false;
  files.add(*std::move(prepared), [&](auto const& result) { done = result.has_value(); });
  files.finish();
  return done;
}

TEST_CASE("a file is replaced only where it was read", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html", "page");
  folder.write("site/sub/b.html", "page");
  folder.write("outside/b.html", "page");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  const auto stamp_at = [&](std::string const& place) { return (*site)->file(place)->stamp; };
  const FileStamp page = stamp_at("sub/b.html");
  CHECK(replace(**site, "sub/b.html", "new", page, ".old"));
  CHECK(folder.read("site/sub/b.html") == "new");
  CHECK(folder.read("site/sub/b.html.old") == "page");
  CHECK_FALSE(replace(**site, "sub/b.html", "newer", page, ""));  // it has changed

  const FileStamp a = stamp_at("a.html");
  const FileStamp b = stamp_at("sub/b.html");
  exchange_for_link("site/a.html", "outside/b.html");
  exchange_for_link("site/sub", "outside");
  CHECK_FALSE(replace(**site, "a.html", "bad", a, ""));
  CHECK_FALSE(replace(**site, "sub/b.html", "bad", b, ""));
  // Another folder has come to its place: no link, but not what was read either.
  fs::remove("site/sub");
  fs::rename("outside", "site/sub");
  CHECK_FALSE(replace(**site, "sub/b.html", "bad", b, ""));
  CHECK(folder.read("site/sub/b.html") == "page");
  CHECK(folder.read("site/sub.moved/b.html") == "new");
  CHECK(std::distance(fs::directory_iterator("site/sub"), fs::directory_iterator()) == 1);
}

TEST_CASE("names are told with what they stand for", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/file", "");
  folder.write("site/folder/x", "");
  fs::create_symlink("file", "site/to_file");
  fs::create_directory_symlink("folder", "site/to_folder");
  fs::create_symlink("nothing", "site/to_nothing");
  fs::create_symlink("to_itself", "site/to_itself");
  REQUIRE(::mkfifo("site/pipe", 0600) == 0);
  fs::create_symlink("pipe", "site/to_pipe");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  std::map<std::string, NameType> names;
  const auto list = [&](std::string name, NameType type) { names[std::move(name)] = type; };
  REQUIRE((*(*site)->folder(""))->list(list));
  CHECK(names == std::map<std::string, NameType>{{"file", NameType::file},
                                                 {"folder", NameType::folder},
                                                 {"to_file", NameType::link_to_file},
                                                 {"to_folder", NameType::link_to_folder},
                                                 {"to_nothing", NameType::dangling_link},
                                                 {"to_itself", NameType::dangling_link},
                                                 {"pipe", NameType::special},
                                                 {"to_pipe", NameType::special}});
}

TEST_CASE("the place of a link is where it leads, if that is below the folder", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/sub/a.html", "");
  folder.write("site-b/a.html", "");
  fs::create_symlink("sub/a.html", "site/in.html");
  fs::create_directory_symlink("../site/sub", "site/again");
  fs::create_directory_symlink("../site-b", "site/out");
  fs::create_symlink("nothing", "site/gone");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  CHECK((*site)->place_of("in.html") == "sub/a.html");
  CHECK((*site)->place_of("again/a.html") == "sub/a.html");
  CHECK((*site)->place_of("out/a.html").error() == "leads out of the folder");
  CHECK((*site)->place_of("gone").error() == "No such file or directory");
}

TEST_CASE("a folder on the way need not be listed", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/sub/deep/a.html", "page");
  ::chmod(".", 0755);
  ::chmod("site/sub", 0711);
  const uid_t user = ::geteuid();
  constexpr uid_t nobody = 65534;
  if (user == 0) REQUIRE(::seteuid(nobody) == 0);  // root reads all
  const auto site = InputFolder::open("site");
  const std::string bytes = site ? read_at(**site, "sub/deep/a.html") : site.error();
  REQUIRE(::seteuid(user) == 0);
  ::chmod("site/sub", 0700);
#ifndef HREFKIT_FALLBACKS  // there a folder is opened as one that is listed
  CHECK(bytes == "page");
#endif
}

TEST_CASE("a path that is too long is refused, however it is made", "[input_folder]") {
  const test::TemporaryFolder folder;
  folder.write("site/a/x", "");
  const auto site = InputFolder::open("site");
  REQUIRE(site);
  std::string place;
  for (int i = 0; i < 3000; ++i) place += "a/";
  CHECK(read_at(**site, place + "x") == "error: File name too long");
}

}  // namespace

}  // namespace hrefkit::site
