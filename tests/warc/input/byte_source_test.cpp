#include "hrefkit/warc/byte_source.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

std::string numbered(std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes.append(std::to_string(bytes.size())).append(40, ' ');
  return bytes;
}

/// Goes through the source and back, and compares what is read.
void check_ways(warc::ByteSource source, std::string const& bytes, std::size_t back) {
  std::size_t place = 0;
  while (!source.peek(1).empty()) {
    REQUIRE(source.offset() == place);
    const std::string_view piece = source.peek(1000);
    REQUIRE(piece == std::string_view(bytes).substr(place, piece.size()));
    place += piece.size();
    source.consume(piece.size());
  }
  CHECK(place == bytes.size());
  REQUIRE(source.go_to(bytes.size() - back));
  CHECK(source.offset() == bytes.size() - back);
  CHECK(source.peek(100).substr(0, 100) ==
        std::string_view(bytes).substr(bytes.size() - back, 100));
  CHECK_FALSE(source.error());
}

}  // namespace

TEST_CASE("bytes are read in order, and again") {
  const std::string bytes = numbered(3'000'000);
  const TemporaryFolder folder;
  folder.write("file", bytes);
  const std::string path = folder.path() + "/file";
  check_ways(*warc::open_source(path), bytes, bytes.size());
  check_ways(warc::source_of(std::string_view(bytes)), bytes, bytes.size());
  std::istringstream stream(bytes);
  check_ways(warc::source_of(stream), bytes, 2'000'000);
}

TEST_CASE("a pipe goes back to what it has") {
  const std::string bytes = numbered(60'000'000);
  std::istringstream stream(bytes);
  warc::ByteSource source = warc::source_of(stream);
  while (!source.peek(1).empty()) source.consume(source.peek(1).size());
  CHECK(source.go_to(0));
  CHECK(source.offset() > 0);
  CHECK(source.offset() <= bytes.size() - (16U << 20));
  const auto place = static_cast<std::size_t>(source.offset());
  CHECK(source.peek(100).substr(0, 100) == std::string_view(bytes).substr(place, 100));
  CHECK_FALSE(source.go_to(bytes.size() + 1));
}

TEST_CASE("a file that cannot be opened or read is told") {
  CHECK_FALSE(warc::open_source("/there/is/no/such/file"));
  auto folder = warc::open_source("/");
  REQUIRE(folder);
  CHECK(folder->peek(1).empty());
  CHECK(folder->error());
}

}  // namespace hrefkit::test
