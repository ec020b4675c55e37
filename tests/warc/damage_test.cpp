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

}  // namespace hrefkit::test
