// The parts of a file, read apart, have the records of the whole.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/record_reader.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

using warc::FilePart;
using warc::Packing;

std::string record(std::string const& name, std::string block) {
  RecordParts parts;
  parts.type = "resource";
  parts.uri = "http://a.example/" + name;
  parts.block = std::move(block);
  return warc_record(parts);
}

/// The URIs of the records in a part, and where its reader stood in the end.
struct Part {
  std::string uris;
  std::uint64_t reached = 0;
  bool keeps_to_part = false;
};

Part read_part(warc::ByteSource source, std::uint64_t start, FilePart const& part) {
  Part read;
  source.go_to(start);
  warc::RecordReader reader(
      source, [&](warc::RecordPlace const&, std::string_view) { read.uris += "damage "; }, part);
  while (reader.next()) {
    read.uris += reader.record().target_uri().substr(17) + ' ';
    reader.finish();
  }
  read.reached = source.offset();
  read.keeps_to_part = reader.keeps_to_part();
  return read;
}

}  // namespace

TEST_CASE("two parts have the records of the whole, wherever the file is cut") {
  const std::string one = record("1", std::string(3000, 'x') + "\r\nWARC/1.0 is a name\r\n");
  const std::string two = record("2", "y");
  const std::string three = record("3", std::string(500, 'z'));
  const auto [bytes, packing] = GENERATE_COPY(
      std::pair{one + two + three, Packing::plain},
      std::pair{gzip(one, 0) + gzip(two) + gzip(three), Packing::gzip},
      std::pair{gzip(one + two) + gzip(three), Packing::gzip},
      std::pair{gzip(one.substr(0, 700)) + gzip(one.substr(700) + two) + gzip(three),
                Packing::gzip},
      std::pair{zstd(one) + zstd(two) + zstd(three), Packing::zstd},
      std::pair{gzip(one) + "\r\n\r\n" + gzip(two) + gzip("") + gzip(three), Packing::gzip});
  for (std::uint64_t cut = 1; cut <= bytes.size(); ++cut) {
    CAPTURE(cut);
    const Part first = read_part(warc::source_of(bytes), 0, {packing, cut});
    REQUIRE(first.keeps_to_part);
    REQUIRE(first.reached >= cut);
    const Part second = read_part(warc::source_of(bytes), first.reached, {packing});
    REQUIRE(first.uris + second.uris == "1 2 3 ");
  }
}

TEST_CASE("the start of a part is found where a reader of the part before ends") {
  const std::string one = gzip(record("1", std::string(200'000, 'x')), 0);
  const std::string bytes = one + gzip(record("2", "y")) + gzip(record("3", "z"));
  for (const std::size_t cut : {std::size_t{1}, std::size_t{70'000}, one.size() - 1}) {
    const FilePart part{Packing::gzip, bytes.size()};
    warc::ByteSource source = warc::source_of(bytes);
    source.go_to(cut);
    REQUIRE(warc::find_first_record(source, part));
    CHECK(source.offset() == one.size());
    CHECK(read_part(warc::source_of(bytes), 0, {Packing::gzip, cut}).reached == one.size());
  }
  warc::ByteSource source = warc::source_of(bytes);
  source.go_to(1);
  CHECK_FALSE(warc::find_first_record(source, {Packing::gzip, one.size()}));
}

TEST_CASE("damage in a part takes away its end") {
  const std::string one = record("1", "x");
  const std::string bytes = one + "no record\r\n" + record("2", "y") + record("3", "z");
  const Part part = read_part(warc::source_of(bytes), 0, {Packing::plain, one.size() + 1});
  CHECK(part.uris == "1 damage 2 3 ");
  CHECK(part.reached == bytes.size());
  CHECK_FALSE(part.keeps_to_part);
}

TEST_CASE("the sources of a shared file do not move each other") {
  const TemporaryFolder folder;
  folder.write("letters", "abcdef");
  const auto file = warc::SharedFile::open("letters");
  REQUIRE(file);
  CHECK(file->size() == 6);
  warc::ByteSource one = file->source();
  warc::ByteSource two = file->source();
  CHECK(one.go_to(4));
  CHECK(one.peek(1) == "ef");
  CHECK(two.peek(1) == "abcdef");
  CHECK_FALSE(warc::SharedFile::open("none"));
  CHECK_FALSE(warc::SharedFile::open("/dev/null")->size());
}

TEST_CASE("the packing of the next record is known from its first bytes") {
  const std::string one = record("1", "x");
  const auto packing_of = [](std::string const& bytes) {
    warc::ByteSource source = warc::source_of(bytes);
    return warc::next_packing(source);
  };
  CHECK(packing_of(one) == Packing::plain);
  CHECK(packing_of(gzip(one)) == Packing::gzip);
  CHECK(packing_of(zstd(one)) == Packing::zstd);
  CHECK_FALSE(packing_of("<html>"));
  CHECK_FALSE(packing_of(""));
}

}  // namespace hrefkit::test
