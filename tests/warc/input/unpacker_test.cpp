// Members that were cut wherever it suited the tool that packed them.
#include "hrefkit/warc/input/unpacker.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

using Pack = std::function<std::string(std::string_view)>;

/// Parallel compressors put a frame that says a length before each frame.
const std::vector<Pack> packs{
    [](std::string_view bytes) { return gzip(bytes); },
    [](std::string_view bytes) { return zstd(bytes); },
    [](std::string_view bytes) { return skippable_frame("1234", 0) + zstd(bytes); }};

std::string record(int number, std::size_t size) {
  RecordParts parts;
  parts.uri = "http://a.example/" + std::to_string(number);
  parts.block = std::string(size, static_cast<char>('a' + number));
  return warc_record(parts);
}

/// A member for each so many bytes.
std::string in_pieces(std::string_view bytes, std::size_t size, Pack const& pack) {
  std::string packed;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
    packed += pack(bytes.substr(0, size));
  }
  return packed;
}

}  // namespace

TEST_CASE("records go on in the next member") {
  const std::string bytes = record(0, 10) + record(1, 3000) + record(2, 0) + record(3, 700);
  for (Pack const& pack : packs) {
    for (const std::size_t size : {1U, 3U, 50U, 199U, 200U, 1000U, 3500U}) {
      for (const Way way : {Way::memory, Way::pipe}) {
        INFO(size);
        const ReadArchive archive = read_archive(in_pieces(bytes, size, pack), way);
        CHECK(archive.damage.empty());
        REQUIRE(archive.records.size() == 4);
        CHECK(archive.records[1].block == std::string(3000, 'b'));
        CHECK(archive.records[3].uri == "http://a.example/3");
        CHECK(archive.records[3].block == std::string(700, 'd'));
      }
    }
  }
}

TEST_CASE("a record that goes on in the next members has the length of them all") {
  const std::string one = record(0, 3000);
  const std::string packed = gzip(one.substr(0, 1000)) + gzip(one.substr(1000));
  const ReadArchive archive = read_archive(packed + gzip(record(1, 10)));
  REQUIRE(archive.records.size() == 2);
  CHECK(archive.records[0].length == packed.size());
  CHECK(archive.records[1].offset == packed.size());
}

TEST_CASE("no record goes on in a member in which another begins") {
  const std::string cut = record(0, 3000).substr(0, 2000);
  for (Pack const& pack : packs) {
    for (std::string const blank : {"", "\r\n\r\n"}) {
      const ReadArchive archive = read_archive(pack(cut) + pack(blank + record(1, 10)));
      CHECK(archive.damage.size() == 1);
      REQUIRE(archive.records.size() == 2);
      CHECK(archive.records[0].end == warc::RecordEnd::cut);
      CHECK(archive.records[1].uri == "http://a.example/1");
    }
  }
}

TEST_CASE("a wrong length loses one record of members that were cut anywhere") {
  std::string lying = record(1, 3000);
  for (std::string const length : {"30", "3500", "999999999"}) {
    std::string wrong = lying;
    wrong.replace(wrong.find("Content-Length: 3000"), 20, "Content-Length: " + length);
    const std::string bytes = record(0, 10) + wrong + record(2, 10) + record(3, 5000);
    for (Pack const& pack : packs) {
      INFO(length);
      const ReadArchive archive = read_archive(in_pieces(bytes, 700, pack));
      CHECK(archive.damage.size() == 1);
      REQUIRE(archive.records.size() == 4);
      CHECK(archive.records[2].uri == "http://a.example/2");
      CHECK(archive.records[3].block == std::string(5000, 'd'));
    }
  }
}

TEST_CASE("a zstd frame that names a dictionary which is not there is told apart from damage") {
  const std::string text = record(0, 10);
  const auto frame = [&](std::string_view header) {  // and one block, of bytes as they are
    std::string bytes = "\x28\xB5\x2F\xFD" + std::string(header);
    const std::size_t block = text.size() << 3 | 1;
    bytes += {static_cast<char>(block & 0xFF), static_cast<char>(block >> 8), '\0'};
    return bytes + text;
  };
  const std::string with_dictionary = frame("\x01\x58\x07");  // its number, behind the window
  const std::string without = frame(std::string_view("\0\x58", 2));
  CHECK(read_archive(without).damage.empty());
  const ReadArchive read = read_archive(with_dictionary + without);
  CHECK(read.records.size() == 1);
  CHECK(read.damage ==
        std::vector<std::string>{
            "0: it needs a dictionary of zstd that does not stand before it in the file"});
}

}  // namespace hrefkit::test
