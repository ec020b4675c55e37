// All records of an archive in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/warc/record_reader.h"

namespace hrefkit::test {

/// A record that was read.
struct ReadRecord {
  std::string uri;
  std::string block;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  warc::RecordEnd end = warc::RecordEnd::whole;
};

/// What was read of an archive.
struct ReadArchive {
  std::vector<ReadRecord> records;
  std::vector<std::string> damage;  ///< "OFFSET: why"
  bool found_any = false;
};

/// How the bytes come.
enum class Way { memory, pipe };

/// Reads an archive; from a pipe there is no way to any place.
inline ReadArchive read_archive(std::string_view bytes, Way way = Way::memory) {
  class Pipe : public warc::ByteReader {
   public:
    explicit Pipe(std::string_view rest) : rest_(rest) {}
    tl::expected<std::size_t, std::string> read(std::span<char> room) override {
      const std::size_t count = rest_.copy(room.data(), std::min<std::size_t>(room.size(), 1000));
      rest_.remove_prefix(count);
      return count;
    }

   private:
    std::string_view rest_;
  };
  ReadArchive result;
  warc::ByteSource source =
      way == Way::memory ? warc::source_of(bytes) : warc::ByteSource(std::make_unique<Pipe>(bytes));
  warc::RecordReader reader(source, [&](warc::RecordPlace const& place, std::string_view why) {
    result.damage.push_back(std::to_string(place.offset) + ": " + std::string(why));
  });
  while (reader.next()) {
    ReadRecord record;
    record.uri = reader.record().target_uri();
    record.offset = reader.record().place.offset;
    for (auto piece = reader.read(); !piece.empty(); piece = reader.read()) record.block += piece;
    record.end = reader.finish();
    record.length = reader.record().length;
    result.records.push_back(std::move(record));
  }
  result.found_any = reader.found_any();
  return result;
}

}  // namespace hrefkit::test
