#include "hrefkit/site/file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// The bytes, or "error: " and the reason.
std::string read(std::string const& path) {
  std::string buffer = "what was there before";
  const auto result = read_file(path, buffer);
  return result ? buffer : "error: " + result.error();
}

TEST_CASE("a file is read whole, whatever its bytes", "[file]") {
  const test::TemporaryFolder folder;
  const std::string nul("a\0b", 3);
  std::string large;
  for (int i = 0; large.size() < 300'000; ++i) large += std::to_string(i);
  for (std::string const& bytes : {std::string(), std::string("x"), nul, large}) {
    folder.write("file", bytes);
    CHECK(read("file") == bytes);
  }
}

TEST_CASE("a file that tells no size is read whole", "[file]") {
  CHECK(read("/proc/self/status").starts_with("Name:"));
  CHECK(read("/dev/null").empty());
}

TEST_CASE("a symbolic link leads to its file", "[file]") {
  const test::TemporaryFolder folder;
  folder.write("file", "bytes");
  std::filesystem::create_symlink("file", "link");
  CHECK(read("link") == "bytes");
}

TEST_CASE("a file of a folder that has become something else is refused at once", "[file]") {
  const test::TemporaryFolder folder;
  folder.write("file", "bytes");
  REQUIRE(::mkfifo("pipe", 0600) == 0);
  std::filesystem::create_symlink("pipe", "link");
  std::string buffer;
  REQUIRE(read_regular_file("file", buffer));
  CHECK(buffer == "bytes");
  for (char const* path : {"pipe", "link", "/dev/zero", "."}) {
    CHECK(read_regular_file(path, buffer).error() == "is not a regular file");
  }
  CHECK(read_regular_file("missing", buffer).error() == "No such file or directory");
}

TEST_CASE("what cannot be read says why", "[file]") {
  const test::TemporaryFolder folder;
  folder.write("file", "bytes");
  std::filesystem::create_symlink("nowhere", "dangling");
  std::filesystem::create_symlink("self", "self");
  CHECK(read("missing") == "error: No such file or directory");
  CHECK(read("dangling") == "error: No such file or directory");
  CHECK(read("file/below") == "error: Not a directory");
  CHECK(read(".") == "error: Is a directory");
  CHECK(read("self") == "error: Too many levels of symbolic links");
  CHECK(read("/proc/self/mem") == "error: Input/output error");
  CHECK(read(std::string(5000, 'x')) == "error: File name too long");
}

TEST_CASE("a file of 4 GiB is refused before memory is asked for", "[file]") {
  const test::TemporaryFolder folder;
  folder.write("sparse", "");
  std::filesystem::resize_file("sparse", std::uintmax_t{1} << 40);
  CHECK(read("sparse") == "error: the file is 4 GiB or larger");
}

TEST_CASE("a stream or pipe past the limit is refused, and its bytes are freed", "[file]") {
  const std::string bytes(300'000, 'x');
  for (const std::size_t limit : {0UL, 1UL, 65'536UL, 299'999UL}) {
    CAPTURE(limit);
    const std::string error = "the file is larger than " + std::to_string(limit) + " bytes";
    std::istringstream stream(bytes);
    std::string buffer;
    const auto refused = read_stream(stream, buffer, limit);
    REQUIRE_FALSE(refused);
    CHECK(refused.error() == error);
    CHECK(buffer.capacity() < 100);
    const test::TemporaryFolder folder;
    folder.write("file", bytes);
    CHECK(read_file("file", buffer, limit).error() == error);
    CHECK(read_file("/dev/zero", buffer, limit).error() == error);
  }
  std::istringstream stream(bytes);
  std::string buffer;
  CHECK(read_stream(stream, buffer, bytes.size()));
  CHECK(buffer == bytes);
}

TEST_CASE("a stream is read to its end", "[file]") {
  for (const std::size_t size : {0UL, 1UL, 65'535UL, 65'536UL, 65'537UL, 200'000UL}) {
    std::string bytes;
    while (bytes.size() < size) bytes += static_cast<char>(bytes.size() * 7);
    std::istringstream stream(bytes);
    std::string buffer = "what was there before";
    CHECK(read_stream(stream, buffer));
    CHECK(buffer == bytes);
  }
}

}  // namespace

}  // namespace hrefkit::site
