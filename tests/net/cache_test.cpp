#include "hrefkit/net/cache.h"

#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "support/temporary_folder.h"

namespace hrefkit::test {

#if defined(HREFKIT_NETWORK)

namespace {

std::unique_ptr<net::Cache> opened(std::string const& file) {
  auto cache = net::open_cache(file);
  INFO((cache ? "" : cache.error()));
  REQUIRE(cache);
  return std::move(*cache);
}

std::string value_of(net::Cache& cache, std::string_view key) {
  const auto entry = cache.get(key);
  REQUIRE(entry);
  return *entry ? (*entry)->value + '@' + std::to_string((*entry)->time) : "none";
}

std::string bytes_of_file(std::string const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(std::string const& file, std::string const& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// False where there is no sqlite3.
bool execute(std::string const& file, std::string const& sql) {
  const std::string command = "sqlite3 '" + file + "' '" + sql + "' >&2";
  if (std::system(command.c_str()) == 0) return true;
  WARN("SKIPPED: sqlite3 is not installed");
  return false;
}

}  // namespace

TEST_CASE("cache: a name is that of a file") {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (std::string const file : {":memory:", "file:a?mode=memory", "-b"}) {
    INFO(file);
    CHECK(opened(file)->put("a", "one", 1));
    CHECK(std::filesystem::exists(folder.path() + '/' + file));
    CHECK(value_of(*opened(file), "a") == "one@1");
  }
  std::filesystem::current_path(before);
}

TEST_CASE("cache: rows are kept from run to run") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  const std::string key("a\0b", 3);
  {
    const auto cache = opened(file);
    CHECK(value_of(*cache, key) == "none");
    CHECK(cache->put(key, "one", 1));
    CHECK(cache->put(key, "two", 2));
    CHECK(cache->put("", "", 3));
    CHECK(cache->put("big", std::string(1'000'000, 'x'), 4));
    CHECK(value_of(*cache, key) == "two@2");
  }
  CHECK(!std::filesystem::exists(file + "-wal"));
  const auto cache = opened(file);
  CHECK(value_of(*cache, key) == "two@2");
  CHECK(value_of(*cache, "") == "@3");
  CHECK(value_of(*cache, "big").size() == 1'000'002);
  CHECK(cache->remove_before(3));
  CHECK(value_of(*cache, key) == "none");
  CHECK(value_of(*cache, "") == "@3");
  CHECK(cache->remove(""));
  CHECK(value_of(*cache, "") == "none");
}

TEST_CASE("cache: a row that is too long is none") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  CHECK(opened(file)->put("a", "one", 1));
  CHECK(opened(file)->put("b", "two", 2));
  if (!execute(file, "UPDATE answers SET value = zeroblob(20000000) WHERE time = 1")) return;
  CHECK(value_of(*opened(file), "a") == "none");
  CHECK(value_of(*opened(file), "b") == "two@2");
}

TEST_CASE("cache: two processes may write one file") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  const auto one = opened(file);
  const auto two = opened(file);
  CHECK(one->put("a", "1", 1));
  CHECK(two->put("b", "2", 2));
  CHECK(value_of(*two, "a") == "1@1");
  CHECK(value_of(*one, "b") == "2@2");
}

TEST_CASE("cache: a killed process loses nothing that it put") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto cache = net::open_cache(file);
    for (int i = 0; cache && i < 100; ++i) {
      static_cast<void>((*cache)->put("key" + std::to_string(i), "value", i));
    }
    kill(getpid(), SIGKILL);
    _exit(1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  const auto cache = opened(file);
  for (int i = 0; i < 100; ++i) {
    CHECK(value_of(*cache, "key" + std::to_string(i)) == "value@" + std::to_string(i));
  }
}

TEST_CASE("exit: what is no hrefkit cache is refused, and stays as it is") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  SECTION("text") {
    write_bytes(file, "This is a page of text, longer than a header.\n" + std::string(2000, 'x'));
  }
  SECTION("short text") {
    write_bytes(file, "short");
  }
  SECTION("another database") {
    if (!execute(file, "CREATE TABLE answers(a)")) return;
  }
  SECTION("another database of the same number") {
    if (!execute(
            file,
            "PRAGMA application_id=1752327526; PRAGMA user_version=1; CREATE TABLE other(a)")) {
      return;
    }
  }
  for (std::string const column : {", g BLOB GENERATED ALWAYS AS (hex(zeroblob(9000000))) STORED",
                                   ", g DEFAULT 1", ", CHECK(length(value) > 0)"}) {
    SECTION("another table of the same name:" + column) {
      static_cast<void>(opened(file));
      if (!execute(file,
                   "DROP TABLE answers; CREATE TABLE answers(key BLOB PRIMARY KEY NOT NULL, value "
                   "BLOB NOT NULL, time INTEGER NOT NULL" +
                       column + ") WITHOUT ROWID; PRAGMA wal_checkpoint")) {
        return;
      }
    }
  }
  SECTION("a cache with a trigger") {
    static_cast<void>(opened(file));
    if (!execute(file,
                 "CREATE TRIGGER a AFTER INSERT ON answers BEGIN SELECT randomblob(1000); END")) {
      return;
    }
  }
  const std::string before = bytes_of_file(file);
  const auto cache = net::open_cache(file);
  REQUIRE(!cache);
  CHECK(cache.error() == file + ": not a hrefkit cache");
  CHECK((bytes_of_file(file) == before));
}

namespace {

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xFF);
  }
  return bytes;
}

/// A rollback journal that names a super-journal, which SQLite deletes when it has rolled back
/// (file format, 3). `pages` is the size of the database.
std::string hot_journal(std::string const& victim, std::uint32_t pages) {
  constexpr std::uint32_t page_size = 4096;
  const std::string magic("\xD9\xD5\x05\xF9\x20\xA1\x63\xD7", 8);
  std::uint32_t sum = 0;
  for (const char c : victim) sum += static_cast<unsigned char>(c);
  std::string journal = magic + big_endian(0) + big_endian(0x1234) + big_endian(pages) +
                        big_endian(512) + big_endian(page_size);
  journal.resize(512, '\0');
  return journal + big_endian(0x40000000 / page_size + 1) + victim +
         big_endian(static_cast<std::uint32_t>(victim.size())) + big_endian(sum) + magic;
}

/// A database in rollback mode with the cache's table, and `id` in its header.
void write_database(std::string const& file, std::uint32_t id) {
  static_cast<void>(opened(file));
  std::string bytes = bytes_of_file(file);
  REQUIRE(bytes.size() % 4096 == 0);
  bytes[18] = bytes[19] = 1;  // no write-ahead log
  bytes.replace(68, 4, big_endian(id));
  write_bytes(file, bytes);
}

}  // namespace

TEST_CASE("safety: a planted journal makes SQLite delete nothing") {
  const TemporaryFolder folder;
  folder.write("victim", "mine");
  std::filesystem::create_directory(folder.path() + "/clone");
  std::filesystem::current_path(folder.path() + "/clone");
  for (std::uint32_t const id : {std::uint32_t{1752327526}, std::uint32_t{7}}) {
    for (std::string const& victim : {std::string("../victim"), folder.path() + "/victim"}) {
      for (std::string const& name : {std::string("links.db"), std::string("link")}) {
        INFO(id << ' ' << victim << ' ' << name);
        write_database("links.db", id);
        if (name == "link") std::filesystem::create_symlink("links.db", "link");
        const std::string before = bytes_of_file("links.db");
        const auto pages = static_cast<std::uint32_t>(before.size() / 4096);
        write_bytes("links.db-journal", hot_journal(victim, pages));
        const auto cache = net::open_cache(name);
        CHECK(folder.read("victim") == "mine");
        CHECK(std::filesystem::exists("links.db-journal"));
        CHECK((bytes_of_file("links.db") == before));
        REQUIRE(!cache);
        // The journal lies beside the file that a link leads to.
        const std::string journal =
            (name == "link" ? folder.path() + "/clone/links.db" : name) + "-journal";
        CHECK(cache.error() ==
              journal +
                  ": a cache has no rollback journal, and SQLite would obey this one; remove it");
        for (char const* const file : {"link", "links.db", "links.db-journal"}) {
          std::filesystem::remove(file);
        }
      }
    }
  }
}

TEST_CASE("safety: SQLite does not see a journal that comes once the files were looked at") {
  const TemporaryFolder folder;
  folder.write("victim", "mine");
  std::filesystem::create_directory(folder.path() + "/clone");
  std::filesystem::current_path(folder.path() + "/clone");
  write_database("links.db", 1752327526);
  // Rows are read when the journal is there: each of these looks for one.
  const auto one = opened("links.db");
  write_bytes("links.db-journal", hot_journal("../victim", 2));
  CHECK(value_of(*one, "a") == "none");
  CHECK(one->put("a", "1", 1));
  CHECK(one->remove_before(1));
  CHECK(value_of(*one, "a") == "1@1");
  CHECK(folder.read("victim") == "mine");
  CHECK(std::filesystem::exists("links.db-journal"));
}

TEST_CASE("safety: what lies beside a cache is never written through a link") {
  const TemporaryFolder folder;
  folder.write("victim", "mine");
  const std::string file = folder.path() + "/clone/links.db";
  std::filesystem::create_directory(folder.path() + "/clone");
  const bool exists = GENERATE(true, false);
  if (exists) static_cast<void>(opened(file));
  std::string const end = GENERATE("-wal", "-shm");
  INFO(exists << end);
  SECTION("a symbolic link") {
    std::filesystem::create_symlink("../victim", file + end);
  }
  SECTION("a symbolic link to nothing") {
    std::filesystem::create_symlink("../new", file + end);
  }
  SECTION("a hard link") {
    std::filesystem::create_hard_link(folder.path() + "/victim", file + end);
  }
  SECTION("a folder") {
    std::filesystem::create_directory(file + end);
  }
  const auto cache = net::open_cache(file);
  REQUIRE(!cache);
  CHECK(cache.error() ==
        file + end + ": not a regular file, or one with another hard link; remove it");
  CHECK(folder.read("victim") == "mine");
  CHECK(!std::filesystem::exists(folder.path() + "/new"));
}

TEST_CASE("cache: several processes may create one file") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  constexpr int processes = 8;
  std::array<pid_t, processes> children{};
  for (int i = 0; i < processes; ++i) {
    children[static_cast<std::size_t>(i)] = fork();
    if (children[static_cast<std::size_t>(i)] != 0) continue;
    const auto cache = net::open_cache(file);
    const bool is_put = cache && (*cache)->put("key" + std::to_string(i), "value", i);
    _exit(is_put ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  const auto cache = opened(file);
  for (int i = 0; i < processes; ++i) {
    CHECK(value_of(*cache, "key" + std::to_string(i)) == "value@" + std::to_string(i));
  }
}

TEST_CASE("exit: a cache that cannot be written says why") {
  namespace fs = std::filesystem;
  constexpr uid_t nobody = 65534;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  const std::string cannot = ": the cache cannot be written: ";
  const auto error = [](std::string const& name) {
    // Nothing is forbidden to root.
    const bool is_root = ::geteuid() == 0;
    if (is_root) REQUIRE(::seteuid(nobody) == 0);
    const auto cache = net::open_cache(name);
    const auto put = cache ? (*cache)->put("key", "value", 1) : tl::unexpected(cache.error());
    if (is_root) REQUIRE(::seteuid(0) == 0);
    return put ? "" : put.error();
  };
  const auto allow = [](std::string const& path, unsigned bits) {
    fs::permissions(path, static_cast<fs::perms>(bits));
  };
  allow(folder.path(), 0755);
  SECTION("a folder") {
    fs::create_directory(file);
    CHECK(error(file) == file + cannot + "it is a folder");
  }
  SECTION("a folder that is not there") {
    CHECK(error(file + "/x/y") == file + "/x/y" + cannot + "its folder: No such file or directory");
  }
  SECTION("a cache") {
    opened(file)->put("old", "value", 1);
    allow(file, 0444);
    CHECK(error(file) == file + cannot + "Permission denied");
    CHECK(value_of(*opened(file), "old") == "value@1");
  }
  SECTION("an empty file") {
    write_bytes(file, "");
    allow(file, 0444);
    CHECK(error(file) == file + cannot + "Permission denied");
  }
  SECTION("what is no cache") {
    write_bytes(file, "my own notes\n");
    allow(file, 0444);
    CHECK(error(file) == file + ": not a hrefkit cache");
  }
  SECTION("the folder") {
    allow(folder.path(), 0555);
    CHECK(error(file) == file + cannot + "its folder: Permission denied");
    CHECK(!fs::exists(file));
    allow(folder.path(), 0755);
  }
  SECTION("the folder of a cache") {
    opened(file);
    allow(file, 0666);
    allow(folder.path(), 0555);
    CHECK(error(file) == file + cannot + "its folder: Permission denied");
    allow(folder.path(), 0755);
  }
}

TEST_CASE("exit: a cache that cannot be read is an error") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/cache";
  SECTION("a folder") {
    std::filesystem::create_directory(file);
    CHECK(!net::open_cache(file));
  }
  SECTION("a folder that is not there") {
    CHECK(!net::open_cache(file + "/x/y"));
  }
  SECTION("damage") {
    {
      const auto cache = opened(file);
      for (int i = 0; i < 500; ++i) {
        CHECK(cache->put("key" + std::to_string(i), std::string(200, 'x'), i));
      }
    }
    std::string bytes = bytes_of_file(file);
    REQUIRE(bytes.size() > 20'000);
    std::fill(bytes.begin() + 4096, bytes.end(), '\x5A');
    write_bytes(file, bytes);
    const auto cache = net::open_cache(file);
    bool is_error = !cache;
    for (int i = 0; cache && i < 500; ++i) {
      if (!(*cache)->get("key" + std::to_string(i))) is_error = true;
    }
    CHECK(is_error);
  }
}

#endif

}  // namespace hrefkit::test
