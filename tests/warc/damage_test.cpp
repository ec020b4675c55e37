// Random damage loses the records that it touches, and no others.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

struct Archive {
  std::string bytes;
  std::vector<std::size_t> begins;  // of the records; the end of the file is the last
};

enum class Kind { plain, gzip, zstd };

Archive build(Kind kind, std::mt19937& random) {
  Archive archive;
  for (int i = 0; i < 12; ++i) {
    RecordParts parts;
    parts.uri = "http://a.example/" + std::to_string(i);
    const std::size_t size = random() % 3000;
    while (parts.block.size() < size) {
      parts.block += "<a href=" + std::to_string(random() % 100000) + ">\r\n";
    }
    const std::string record = warc_record(parts);
    archive.begins.push_back(archive.bytes.size());
    archive.bytes += kind == Kind::plain  ? record
                     : kind == Kind::gzip ? gzip(record)
                                          : zstd(record);
  }
  archive.begins.push_back(archive.bytes.size());
  return archive;
}

/// Damages the bytes; returns the range of the original that is touched.
std::pair<std::size_t, std::size_t> damage(std::string& bytes, std::mt19937& random) {
  const std::size_t place = random() % bytes.size();
  const std::size_t count = std::min<std::size_t>(1 + random() % 40, bytes.size() - place);
  switch (random() % 3) {
    case 0:
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << random() % 8));
      return {place, place + 1};
    case 1:
      bytes.erase(place, count);
      return {place, place + count};
    default:
      for (std::size_t i = 0; i < count; ++i) bytes[place + i] = static_cast<char>(random());
      return {place, place + count};
  }
}

/// A frame of zstd whose blocks hold the bytes as they are (RFC 8878, 3.1.1.2).
std::string stored_frame(std::string const& bytes) {
  constexpr std::size_t max_block = 100'000;
  std::string frame("\x28\xB5\x2F\xFD\x00\x58", 6);  // a window of 2 MiB, no content size
  for (std::size_t at = 0; at < bytes.size(); at += max_block) {
    const std::string block = bytes.substr(at, max_block);
    const bool is_last = at + block.size() == bytes.size();
    const std::size_t header = block.size() << 3 | (is_last ? 1 : 0);
    for (const int shift : {0, 8, 16}) frame += static_cast<char>(header >> shift & 0xFF);
    frame += block;
  }
  return frame;
}

std::vector<std::string> uris(ReadArchive const& archive) {
  std::vector<std::string> found;
  for (ReadRecord const& record : archive.records) {
    if (record.end == warc::RecordEnd::whole) found.push_back(record.uri.substr(17));
  }
  return found;
}

std::string record_of(int number, std::size_t size) {
  return warc_record({.uri = "http://a.example/" + std::to_string(number),
                      .block = std::string(size, static_cast<char>('a' + number))});
}

int rounds() {
  char const* const wanted = std::getenv("HREFKIT_DAMAGE_ROUNDS");
  return wanted == nullptr ? 400 : std::atoi(wanted);
}

}  // namespace

TEST_CASE("damage loses only the records that it touches") {
  std::mt19937 random(20240102);
  for (const Kind kind : {Kind::plain, Kind::gzip, Kind::zstd}) {
    for (int round = 0; round < rounds(); ++round) {
      const Archive archive = build(kind, random);
      const ReadArchive whole = read_archive(archive.bytes);
      REQUIRE(whole.damage.empty());
      REQUIRE(whole.records.size() == 12);
      std::string bytes = archive.bytes;
      const auto [begin, end] = damage(bytes, random);
      const Way way = random() % 2 == 0 ? Way::memory : Way::pipe;
      const ReadArchive read = read_archive(bytes, way);
      for (std::size_t i = 0; i < 12; ++i) {
        const bool touched = begin < archive.begins[i + 1] && end > archive.begins[i];
        if (touched) continue;
        bool found = false;
        for (ReadRecord const& record : read.records) {
          found |= record.uri == whole.records[i].uri && record.block == whole.records[i].block &&
                   record.end == warc::RecordEnd::whole;
        }
        INFO("kind " << static_cast<int>(kind) << " round " << round << " record " << i
                     << " damage " << begin << " to " << end << ", record at "
                     << archive.begins[i]);
        CHECK(found);
      }
    }
  }
}

TEST_CASE("the text of a record in a damaged frame is no plain record") {
  const std::vector<std::string> others{"1", "2"};
  const std::string first = stored_frame(record_of(0, 500));
  const std::string rest = zstd(record_of(1, 50)) + stored_frame(record_of(2, 500));
  std::string wrong_block = first;
  wrong_block[6] = '\x07';  // a block of the reserved type
  std::string wrong_magic = first;
  wrong_magic[1] = 'x';
  for (std::string const& start :
       {wrong_block, wrong_magic, "xx" + wrong_magic, first.substr(4), first.substr(7)}) {
    for (const Way way : {Way::memory, Way::pipe}) {
      const ReadArchive archive = read_archive(start + rest, way);
      CHECK(uris(archive) == others);
      CHECK(archive.damage.size() == 1);
    }
  }
  const std::string stored = gzip(record_of(0, 500), 0);
  const ReadArchive archive = read_archive("x" + stored.substr(1) + gzip(record_of(1, 500)));
  CHECK(uris(archive) == std::vector<std::string>{"1"});
}

TEST_CASE("a frame that reaches into the next one takes no record with it") {
  for (const std::size_t count : {1U, 3U, 100U}) {
    std::string short_frame = stored_frame(record_of(1, 3000));
    short_frame.erase(1000, count);
    const std::string bytes = stored_frame(record_of(0, 30)) + short_frame +
                              stored_frame(record_of(2, 400)) + stored_frame(record_of(3, 400));
    for (const Way way : {Way::memory, Way::pipe}) {
      const ReadArchive archive = read_archive(bytes, way);
      CHECK(uris(archive) == std::vector<std::string>{"0", "2", "3"});
      CHECK(archive.damage.size() == 1);
    }
  }
}

TEST_CASE("records that stand before damage in one frame are not lost") {
  std::string bytes = stored_frame(record_of(0, 40'000) + record_of(1, 40'000) +
                                   record_of(2, 40'000) + record_of(3, 40'000));
  bytes[6 + 3 + 100'000] = '\x07';  // the second block has the reserved type
  for (const Way way : {Way::memory, Way::pipe}) {
    const ReadArchive archive = read_archive(bytes + zstd(record_of(4, 50)), way);
    CHECK(uris(archive) == std::vector<std::string>{"0", "1", "4"});
    CHECK(archive.damage.size() == 1);
  }
}

TEST_CASE("random bytes end the reading without harm") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = round % 2 == 0 ? "WARC/1.0\r\n" : "\x1F\x8B\x08";
    const std::size_t size = random() % 5000;
    while (bytes.size() < size) bytes += static_cast<char>(random());
    const ReadArchive read = read_archive(bytes);
    CHECK(read.records.empty());
  }
}

TEST_CASE("damage to a member loses no other record of a file that was cut into members anywhere") {
  std::mt19937 random(5);  // NOLINT: the same at each run
  constexpr std::size_t piece = 700;
  const Archive archive = build(Kind::plain, random);
  const std::string_view text = archive.bytes;
  for (const Kind kind : {Kind::gzip, Kind::zstd}) {
    for (std::size_t damaged = 0; damaged < text.size(); damaged += piece) {
      std::string bytes;
      for (std::size_t begin = 0; begin < text.size(); begin += piece) {
        const std::string plain(text.substr(begin, piece));
        std::string member = kind == Kind::gzip ? gzip(plain) : zstd(plain);
        if (begin == damaged)
          member[member.size() / 2] = static_cast<char>(member[member.size() / 2] ^ 0x55);
        bytes += member;
      }
      std::multiset<std::string> uris;
      for (ReadRecord const& record : read_archive(bytes).records) uris.insert(record.uri);
      std::string wrong;
      for (std::size_t i = 0; i + 1 < archive.begins.size(); ++i) {
        const std::size_t count = uris.count("http://a.example/" + std::to_string(i));
        const bool is_touched =
            archive.begins[i] < damaged + piece && archive.begins[i + 1] > damaged;
        if (count > 1 || (count == 0 && !is_touched)) wrong += std::to_string(i) + " ";
      }
      INFO(damaged);
      CHECK(wrong == "");
    }
  }
}

}  // namespace hrefkit::test
