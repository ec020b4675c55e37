// The records of a web archive, one after the other: plain, gzip or zstd.
//
//   auto source = warc::open_source("crawl.warc.gz");
//   warc::RecordReader reader(*source, {});
//   while (reader.next()) {
//     if (reader.record().type != warc::RecordType::response) continue;  // passed by, not kept
//     for (auto piece = reader.read(); !piece.empty(); piece = reader.read()) use(piece);
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/record.h"

namespace hrefkit::warc {

/// How the reading of a record ended.
enum class RecordEnd : std::uint8_t {
  whole,    ///< all is there
  cut,      ///< what was read is right, and the rest is missing; damage was told
  damaged,  ///< what was read may be wrong; damage was told
};

/// Reads records in order. After damage it goes on with the next record that is sound.
class RecordReader {
 public:
  /// Is told about damage: where the record begins that it concerns, and what is wrong.
  using Damage = std::function<void(RecordPlace const& place, std::string_view why)>;

  /// `source` must outlive this.
  RecordReader(ByteSource& source, Damage damage);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  /// Reads the head of the next record; passes by what is left of the one before. False at the end
  /// of the source, and where it cannot be read: `ByteSource::error` tells.
  bool next();

  /// The record whose head was read. Valid until `next`.
  Record const& record() const;

  /// The next piece of its block; empty at the end. Valid until the next call.
  std::string_view read();

  /// Passes by the rest of the block. Then the record's length is known, and whether it is sound.
  RecordEnd finish();

  /// How many bytes of line ends stand behind the block of a record that was read to its end.
  std::uint64_t line_end_length() const;

  /// The gzip member of a record that is whole and alone in its member.
  std::optional<GzipMember> gzip_member() const;

  /// True when the head of some record was read: else the source is no web archive, or empty.
  bool found_any() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::warc
