#include "hrefkit/warc/record_reader.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

using warc::RecordEnd;

std::string plain_record(int number, std::size_t size = 100) {
  RecordParts parts;
  parts.uri = "http://a.example/" + std::to_string(number);
  parts.block = std::string(size, static_cast<char>('a' + number % 26));
  return warc_record(parts);
}

void check_two(std::string const& bytes, std::string const& first, std::string const& second) {
  for (const Way way : {Way::memory, Way::pipe}) {
    const ReadArchive archive = read_archive(bytes, way);
    CHECK(archive.damage.empty());
    REQUIRE(archive.records.size() == 2);
    CHECK(archive.records[0].block == first);
    CHECK(archive.records[1].block == second);
    CHECK(archive.records[0].end == RecordEnd::whole);
    CHECK(archive.records[1].end == RecordEnd::whole);
  }
}

/// A gzip member with an extra field of `size` bytes in its header.
std::string with_extra_field(std::string member, std::size_t size) {
  member[3] = 4;
  const std::string length{static_cast<char>(size & 0xFF), static_cast<char>(size >> 8)};
  return member.insert(10, length + std::string(size, 'x'));
}

}  // namespace

TEST_CASE("records of every packing have their places") {
  const std::string one = plain_record(0, 5000);
  const std::string two = plain_record(1, 300'000);
  const std::string a(5000, 'a');
  const std::string b(300'000, 'b');
  SECTION("plain") {
    check_two(one + two, a, b);
    const ReadArchive archive = read_archive(one + two);
    CHECK(archive.records[0].length == one.size() - 4);
    CHECK(archive.records[1].offset == one.size());
    CHECK(archive.records[1].length == two.size() - 4);
  }
  SECTION("a gzip member a record") {
    check_two(gzip(one) + gzip(two), a, b);
    const ReadArchive archive = read_archive(gzip(one) + gzip(two));
    CHECK(archive.records[0].offset == 0);
    CHECK(archive.records[0].length == gzip(one).size());
    CHECK(archive.records[1].offset == gzip(one).size());
    CHECK(archive.records[1].length == gzip(two).size());
  }
  SECTION("one gzip member for all") {
    check_two(gzip(one + two), a, b);
    CHECK(read_archive(gzip(one + two)).records[1].length == 0);
  }
  SECTION("a zstd frame a record") {
    check_two(zstd(one) + zstd(two), a, b);
    CHECK(read_archive(zstd(one) + zstd(two)).records[1].offset == zstd(one).size());
    CHECK(read_archive(zstd(one) + zstd(two)).records[1].length == zstd(two).size());
  }
  SECTION("one zstd frame for all") {
    check_two(zstd(one + two), a, b);
  }
  SECTION("zstd with a dictionary in the first frame") {
    const std::string dictionary = plain_record(3, 1000) + plain_record(0, 400);
    const std::string frames = zstd(one, dictionary) + zstd(two, dictionary);
    check_two(skippable_frame(dictionary, 13) + frames, a, b);
    check_two(skippable_frame(zstd(dictionary), 13) + frames, a, b);
    check_two(skippable_frame("other", 0) + skippable_frame(dictionary, 13) + frames, a, b);
  }
  SECTION("empty members between") {
    check_two(gzip("") + gzip(one) + gzip("") + gzip(two) + gzip(""), a, b);
  }
  SECTION("blank lines between") {
    check_two("\r\n\r\n" + one + "\n\n" + two + "\r\n\r\n\r\n", a, b);
  }
  SECTION("packings one after the other") {
    check_two(one + gzip(two), a, b);
  }
}

TEST_CASE("heads are read as writers write them") {
  RecordParts parts;
  parts.block = "block";
  parts.line_end = "\n";
  parts.version = "WARC/1.1";
  parts.more_fields = "WARC-Odd: one\n two\nwarc-type: request\n";
  const std::string text = warc_record(parts);
  const auto source_bytes = text + text;
  auto source = warc::source_of(std::string_view(source_bytes));
  warc::RecordReader reader(source, {});
  REQUIRE(reader.next());
  CHECK(reader.record().version == "WARC/1.1");
  CHECK(reader.record().type == warc::RecordType::response);
  CHECK(reader.record().field("warc-odd") == "one two");
  CHECK(reader.record().content_length == 5);
  REQUIRE(reader.next());
  CHECK(reader.read() == "block");
  CHECK(reader.read().empty());
  CHECK_FALSE(reader.next());
  CHECK_FALSE(reader.next());
}

TEST_CASE("a conversion of line ends does no harm") {
  RecordParts parts;
  parts.block = "block";
  parts.line_end = "\r\r\n";
  const std::string one = warc_record(parts);
  for (std::string const& bytes : {one + one, "damage" + one + one}) {
    const ReadArchive archive = read_archive(bytes);
    REQUIRE(archive.records.size() == 2);
    CHECK(archive.records[1].uri == "http://a.example/");
    CHECK(archive.records[1].block == "block");
    CHECK(archive.records[1].end == RecordEnd::whole);
    CHECK(archive.records[0].length == one.find("block") + 5);
  }
}

TEST_CASE("the member of a record is known") {
  const std::string bytes = gzip(plain_record(0)) + gzip(plain_record(1) + plain_record(2));
  auto source = warc::source_of(std::string_view(bytes));
  warc::RecordReader reader(source, {});
  REQUIRE(reader.next());
  CHECK_FALSE(reader.gzip_member());
  REQUIRE(reader.finish() == RecordEnd::whole);
  const auto member = reader.gzip_member();
  REQUIRE(member);
  CHECK(member->length == gzip(plain_record(0)).size());
  CHECK(member->header_length == 10);
  CHECK(member->plain_length == plain_record(0).size());
  REQUIRE(reader.next());
  reader.finish();
  CHECK_FALSE(reader.gzip_member());
}

TEST_CASE("the header of a member is known wherever it stands") {
  constexpr std::size_t read_at_once = std::size_t{256} << 10;
  const std::string two = with_extra_field(gzip(plain_record(1)), 300);
  for (const std::size_t before : {5U, 20U, 200U}) {
    std::string one = gzip(plain_record(0, 200'000), 0);
    one = gzip(plain_record(0, 200'000 + read_at_once - before - one.size()), 0);
    const std::string bytes = one + two;
    auto source = warc::source_of(std::string_view(bytes));
    warc::RecordReader reader(source, {});
    REQUIRE(reader.next());
    REQUIRE(reader.next());
    CHECK(reader.record().place.offset / 100 == (read_at_once - before) / 100);
    REQUIRE(reader.finish() == RecordEnd::whole);
    REQUIRE(reader.gzip_member());
    CHECK(reader.gzip_member()->header_length == 312);
    CHECK(reader.gzip_member()->header == two.substr(0, 312));
  }
}

TEST_CASE("what is no archive is told") {
  for (std::string const text : {"<html>", "hello\nworld", "WARC", "\x1F\x8B", "WARC/",
                                 "WARC/x is\r\n\r\n", "WARC/1.0 is"}) {
    INFO(text);
    const ReadArchive archive = read_archive(text);
    CHECK(archive.records.empty());
    CHECK_FALSE(archive.found_any);
    CHECK_FALSE(archive.damage.empty());
  }
  CHECK(read_archive("").damage.empty());
  CHECK(read_archive("\r\n").damage.empty());
}

TEST_CASE("an archive whose first record is damaged is an archive") {
  const std::string whole = plain_record(0);
  std::string without_length = whole;
  without_length.replace(whole.find("Content-Length"), 14, "Content-Dength");
  for (std::string const& bytes :
       {std::string("WARC/1.0\r\n\r\n"), without_length, gzip(without_length), whole.substr(0, 8),
        whole.substr(0, 50), gzip(whole).substr(0, 12), gzip(whole).substr(0, 60),
        gzip(whole.substr(0, 50)), zstd(whole).substr(0, 40)}) {
    INFO(bytes);
    const ReadArchive archive = read_archive(bytes);
    CHECK(archive.records.empty());
    CHECK(archive.found_any);
    CHECK(archive.damage.size() == 1);
  }
  CHECK_FALSE(read_archive(gzip("hello")).found_any);
  CHECK_FALSE(read_archive(gzip("hello" + whole.substr(0, 50))).found_any);
}

TEST_CASE("what a head lacks is told") {
  const std::string cut = plain_record(0).substr(0, 50);
  const std::string next = plain_record(1);
  CHECK(read_archive(cut).damage.front() == "0: the file ends in its head");
  CHECK(read_archive(gzip(cut)).damage.front() == "0: its compressed member ends in its head");
  CHECK(read_archive(gzip(cut) + gzip(next)).damage.front() ==
        "0: its compressed member ends in its head");
  CHECK(read_archive("WARC/1.0\r\nA: " + std::string(1'100'000, 'a') + "\r\n\r\n" + next)
            .damage.front() == "0: its head is longer than 1 MiB");
}

TEST_CASE("a length that is too short is told; the block it says is given") {
  RecordParts parts;
  parts.block = "0123456789";
  std::string record = warc_record(parts);
  record.replace(record.find("Content-Length: 10"), 18, "Content-Length: 4");
  SECTION("in a member of its own") {
    const ReadArchive archive = read_archive(gzip(record) + gzip(plain_record(1)));
    REQUIRE(archive.records.size() == 2);
    CHECK(archive.records[0].block == "0123");
    CHECK(archive.records[0].end == RecordEnd::cut);
    CHECK(archive.damage.size() == 1);
  }
  SECTION("in plain files") {
    for (std::string const& bytes : {record + plain_record(1), record}) {
      const ReadArchive archive = read_archive(bytes + plain_record(2));
      REQUIRE(archive.records.size() >= 2);
      CHECK(archive.records[0].block == "0123");
      CHECK(archive.records[0].end == RecordEnd::cut);
      CHECK(archive.records[0].length == record.find("4567"));
      CHECK(archive.records.back().uri == "http://a.example/2");
      CHECK(archive.damage.size() == 1);
    }
  }
  SECTION("in one member for all") {
    const ReadArchive archive =
        read_archive(gzip(plain_record(5) + record + plain_record(1) + plain_record(2)));
    REQUIRE(archive.records.size() == 4);
    CHECK(archive.records[2].uri == "http://a.example/1");
    CHECK(archive.records[3].uri == "http://a.example/2");
    CHECK(archive.damage.size() == 1);
  }
}

TEST_CASE("a length that is too long takes no other record with it") {
  RecordParts parts;
  parts.block = "0123456789";
  for (std::string const length : {"15", "300", "99999", "999999999999999"}) {
    INFO(length);
    std::string record = warc_record(parts);
    record.replace(record.find("Content-Length: 10"), 18, "Content-Length: " + length);
    const std::string others = plain_record(1) + plain_record(2);
    for (std::string const& bytes :
         {record + others, gzip(record) + gzip(plain_record(1)) + gzip(plain_record(2)),
          gzip(plain_record(5) + record + others), zstd(record) + zstd(others)}) {
      for (const Way way : {Way::memory, Way::pipe}) {
        const ReadArchive archive = read_archive(bytes, way);
        REQUIRE(archive.records.size() >= 3);
        CHECK(archive.records.end()[-2].uri == "http://a.example/1");
        CHECK(archive.records.end()[-1].uri == "http://a.example/2");
        CHECK(archive.damage.size() == 1);
      }
    }
  }
}

TEST_CASE("a length that is far too long takes no other record of its member with it") {
  std::string bytes = plain_record(0);
  std::string lying = plain_record(1);
  lying.replace(lying.find("Content-Length: 100"), 19, "Content-Length: 999999999");
  bytes += lying;
  for (int i = 0; i < 120; ++i) bytes += plain_record(i, 100'000);
  for (std::string const& packed : {gzip(bytes), zstd(bytes), gzip(bytes).substr(0, 40'000)}) {
    for (const Way way : {Way::memory, Way::pipe}) {
      const ReadArchive archive = read_archive(packed, way);
      CHECK(archive.records.size() > 60);
      CHECK(archive.damage.front().find("searched") == std::string::npos);
    }
  }
  CHECK(read_archive(gzip(bytes)).records.size() == 122);
}

TEST_CASE("bytes that could not be searched are told") {
  std::string bytes = plain_record(1);
  bytes.replace(bytes.find("Content-Length: 100"), 19, "Content-Length: 999999999");
  const std::size_t lying = bytes.size();
  for (int i = 0; i < 400; ++i) bytes += plain_record(i, 100'000);
  CHECK(read_archive(bytes).records.size() == 401);
  const ReadArchive archive = read_archive(bytes, Way::pipe);
  CHECK(archive.records.size() < 350);
  REQUIRE(archive.damage.size() == 1);
  CHECK(archive.damage[0].starts_with("0: the file ends before its block does; "));
  CHECK(archive.damage[0].ends_with(" bytes of the file could not be searched for other records"));
  CHECK(bytes.size() - lying > 39'000'000);
}

TEST_CASE("a file that ends early gives what it has") {
  const std::string one = plain_record(0);
  const std::string two = plain_record(1, 100'000);
  const ReadArchive plain = read_archive((one + two).substr(0, one.size() + 50'000));
  REQUIRE(plain.records.size() == 2);
  CHECK(plain.records[1].end == RecordEnd::cut);
  CHECK(plain.records[1].block.size() > 49'000);
  const std::string packed = gzip(one) + gzip(two, 0);
  for (std::size_t missing = 1; missing < 99'000; missing += 97) {
    const ReadArchive archive = read_archive(packed.substr(0, packed.size() - missing));
    REQUIRE(archive.records.size() == 2);
    CHECK(archive.records[1].end == RecordEnd::cut);
    CHECK(archive.damage.size() == 1);
  }
}

TEST_CASE("records without a valid length are passed by") {
  for (std::string const length : {"", "abc", "-1", "1e3", "99999999999999999999999"}) {
    std::string record = plain_record(0);
    record.replace(record.find("Content-Length: 100"), 19, "Content-Length: " + length);
    for (std::string const& bytes :
         {record + plain_record(1), gzip(record) + gzip(plain_record(1))}) {
      const ReadArchive archive = read_archive(bytes);
      REQUIRE(archive.records.size() == 1);
      CHECK(archive.records[0].uri == "http://a.example/1");
      CHECK(archive.damage.size() == 1);
    }
  }
}

TEST_CASE("archives in archives are blocks") {
  RecordParts outer;
  outer.block = plain_record(7) + plain_record(8);
  outer.uri = "http://outer.example/";
  for (std::string const& bytes :
       {warc_record(outer) + plain_record(1), gzip(warc_record(outer)) + gzip(plain_record(1)),
        gzip(warc_record(outer) + plain_record(1))}) {
    const ReadArchive archive = read_archive(bytes);
    REQUIRE(archive.records.size() == 2);
    CHECK(archive.records[0].block == outer.block);
    CHECK(archive.damage.empty());
  }
}

TEST_CASE("records behind damage are found however their members begin") {
  const std::string damaged = gzip(plain_record(1)).substr(0, 60);
  for (std::size_t const extra : {10U, 4080U, 5000U, 65'000U}) {
    const std::string two = with_extra_field(gzip(plain_record(2)), extra);
    const std::string three = with_extra_field(gzip(plain_record(3)), extra);
    for (const Way way : {Way::memory, Way::pipe}) {
      const ReadArchive archive = read_archive(gzip(plain_record(0)) + damaged + two + three, way);
      REQUIRE(archive.records.size() >= 3);
      CHECK(archive.records.end()[-2].uri == "http://a.example/2");
      CHECK(archive.records.end()[-1].uri == "http://a.example/3");
    }
  }
  for (std::string const blank : {"\n", "\r\n\r\n", "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n"}) {
    const std::string two = blank + plain_record(2);
    const std::string three = blank + plain_record(3);
    for (std::string const& others : {gzip(two) + gzip(three), zstd(two) + zstd(three)}) {
      const ReadArchive archive = read_archive("damage" + others);
      REQUIRE(archive.records.size() == 2);
      CHECK(archive.records[0].uri == "http://a.example/2");
      CHECK(archive.damage.size() == 1);
    }
  }
}

TEST_CASE("members may be cut in the line ends of a head or a block") {
  const std::string text =
      warc_record({.uri = "http://a.example/1", .block = "GET / HTTP/1.1\r\n\r\n"}) +
      warc_record({.uri = "http://a.example/2", .block = ""}) +
      warc_record({.uri = "http://a.example/3", .block = "\n\r\n"}) +
      warc_record({.uri = "http://a.example/4", .block = "x\n"});
  const std::string_view all = text;
  for (auto const pack : {+[](std::string_view bytes) { return gzip(bytes); },
                          +[](std::string_view bytes) { return zstd(bytes); }}) {
    std::string wrong;
    for (std::size_t cut = 1; cut < all.size(); ++cut) {
      const ReadArchive read = read_archive(pack(all.substr(0, cut)) + pack(all.substr(cut)));
      std::string blocks;
      for (ReadRecord const& record : read.records) blocks += record.block + "|";
      const bool is_right = blocks == "GET / HTTP/1.1\r\n\r\n||\n\r\n|x\n|";
      if (!is_right || !read.damage.empty()) wrong += std::to_string(cut) + " ";
    }
    CHECK(wrong == "");
  }
}

TEST_CASE("a zstd frame whose window is too large is told apart from damage") {
  const std::string text = plain_record(1);
  const auto frame = [&](char window) {  // with one block, of bytes as they are (RFC 8878, 3.1.1)
    std::string bytes = "\x28\xB5\x2F\xFD";
    bytes += {'\0', window};
    for (std::size_t header = text.size() << 3 | 1, i = 0; i < 3; ++i, header >>= 8) {
      bytes += static_cast<char>(header & 0xFF);
    }
    return bytes + text;
  };
  constexpr char of_128_mib = static_cast<char>((27 - 10) << 3);
  constexpr char of_2_gib = static_cast<char>((31 - 10) << 3);
  CHECK(read_archive(frame(of_128_mib)).damage.empty());
  const ReadArchive read = read_archive(frame(of_2_gib) + frame(of_128_mib));
  CHECK(read.records.size() == 1);
  CHECK(read.damage == std::vector<std::string>{
                           "0: it needs more than 128 MiB of memory, or is damaged: unpack it by "
                           "zstd -d --long=31"});
}

TEST_CASE("damage at the end of a file takes no file with it that was put behind") {
  const std::string first = plain_record(3, 1000) + plain_record(0, 400);
  const std::string second = plain_record(7, 2000) + plain_record(1, 300);
  const std::string start = skippable_frame(zstd(first), 13) + zstd(plain_record(0), first);
  const std::string cut = zstd(plain_record(1), first);
  const std::string others = skippable_frame(zstd(second), 13) + zstd(plain_record(2), second) +
                             zstd(plain_record(3), second);
  for (const Way way : {Way::memory, Way::pipe}) {
    const ReadArchive archive = read_archive(start + cut.substr(0, cut.size() - 10) + others, way);
    REQUIRE(archive.records.size() >= 3);
    CHECK(archive.records.end()[-2].uri == "http://a.example/2");
    CHECK(archive.records.end()[-1].uri == "http://a.example/3");
    CHECK(archive.records.end()[-1].end == RecordEnd::whole);
    CHECK(archive.damage.size() == 1);
  }
}

TEST_CASE("records behind damage are read with the dictionary of zstd") {
  const std::string dictionary = plain_record(3, 1000) + plain_record(0, 400);
  const auto frame = [&](int number) { return zstd(plain_record(number), dictionary); };
  const std::string start = skippable_frame(dictionary, 13) + frame(0);
  std::string broken = frame(1);
  broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 0xFF);
  for (std::string const& damage :
       {std::string("damage"), broken, frame(1).substr(0, frame(1).size() - 10)}) {
    for (const Way way : {Way::memory, Way::pipe}) {
      const ReadArchive archive = read_archive(start + damage + frame(2) + frame(3), way);
      REQUIRE(archive.records.size() >= 3);
      CHECK(archive.records.front().uri == "http://a.example/0");
      CHECK(archive.records.end()[-2].uri == "http://a.example/2");
      CHECK(archive.records.end()[-1].uri == "http://a.example/3");
      CHECK(archive.records.end()[-1].end == RecordEnd::whole);
    }
  }
}

}  // namespace hrefkit::test
