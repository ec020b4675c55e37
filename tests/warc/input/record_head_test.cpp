#include "hrefkit/warc/input/record_head.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

std::string record_of(int number, std::string const& more_fields = {}) {
  RecordParts parts;
  parts.uri = "http://a.example/" + std::to_string(number);
  parts.block = std::string(100, static_cast<char>('a' + number));
  parts.more_fields = more_fields;
  return warc_record(parts);
}

void check_others(ReadArchive const& archive, int first) {
  REQUIRE(archive.records.size() >= 2);
  for (int i = 0; i < 2; ++i) {
    ReadRecord const& record =
        archive.records[archive.records.size() - 2 + static_cast<std::size_t>(i)];
    CHECK(record.uri == "http://a.example/" + std::to_string(first + i));
    CHECK(record.block == std::string(100, static_cast<char>('a' + first + i)));
    CHECK(record.end == warc::RecordEnd::whole);
  }
  CHECK(archive.damage.size() == 1);
}

}  // namespace

TEST_CASE("a record that is cut anywhere in its head takes no other record with it") {
  const std::string cut = record_of(1);
  const std::string others = record_of(2) + record_of(3);
  const std::size_t head = cut.find("\r\n\r\n") + 4;
  for (std::size_t length = 1; length < head; ++length) {
    INFO("cut after " << length << " bytes: " << cut.substr(0, length));
    const std::string start = cut.substr(0, length);
    check_others(read_archive(start + others), 2);
    check_others(read_archive(start + others, Way::pipe), 2);
    check_others(read_archive(record_of(0) + start + others), 2);
    check_others(read_archive(gzip(record_of(0) + start + others)), 2);
    check_others(read_archive(zstd(start + others)), 2);
  }
}

TEST_CASE("a version in the value of a field is no other record") {
  for (std::string const value :
       {"WARC/1.0", "http://a.example/WARC/1.0", "\r\n WARC/1.0", "a\r\n\tWARC/1.1", "x WARC/1.0",
        "WARC/1.0 x", "WARC/1.0\r\nWARC/Odd: 1.0"}) {
    INFO(value);
    const std::string field = "WARC-Odd: " + value + "\r\n";
    const std::string record = record_of(1, field);
    const std::string first = "WARC/1.0\r\n" + field + record_of(1).substr(10);
    for (std::string const& bytes : {record + record_of(2), first + record_of(2),
                                     gzip(record + first), gzip(record) + gzip(first)}) {
      const ReadArchive archive = read_archive(bytes);
      CHECK(archive.records.size() == 2);
      CHECK(archive.damage.empty());
    }
  }
}

TEST_CASE("the beginning of a record is a version, a type and a length") {
  CHECK(warc::check_record_head(record_of(1)).is_head);
  CHECK_FALSE(warc::check_record_head("WARC/1.0\r\nWARC-Type: response\r\n\r\n").is_head);
  CHECK_FALSE(
      warc::check_record_head("WARC/1.0 x\r\nWARC-Type: a\r\nContent-Length: 1\r\n").is_head);
}

}  // namespace hrefkit::test
