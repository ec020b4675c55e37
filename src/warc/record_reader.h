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
#include <limits>
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

/// The part of a file that one of several readers reads. It begins where the source stands.
struct FilePart {
  Packing packing = Packing::plain;  ///< of the file's first record
  /// The part has the records whose places are before this offset: no member begins here or behind.
  /// Damage takes this bound away, as where it ends is not known: all that follows is read.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

/// How the record that begins where the source stands is packed; nothing where none begins.
std::optional<Packing> next_packing(ByteSource& source);

/// Goes to the first place, from where the source stands, at which a record of the part seems to
/// begin; false where no place does. What stands there may be inside another record: it is a record
/// of the file only if a reader of the part before ends there.
bool find_first_record(ByteSource& source, FilePart const& part);

/// Reads records in order. After damage it goes on with the next record that is sound.
class RecordReader {
 public:
  /// Is told about damage: where the record begins that it concerns, and what is wrong.
  using Damage = std::function<void(RecordPlace const& place, std::string_view why)>;

  /// Reads all of the source, or a part of a file. `source` must outlive this.
  RecordReader(ByteSource& source, Damage damage, std::optional<FilePart> part = {});
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

  /// True when some record has begun, or compressed data that broke at its start: else the source
  /// is no web archive, or empty.
  bool found_any() const;

  /// True where this was to read a part of a file only, and met no damage in it. Then, at its end,
  /// the source stands at the start of the next part.
  bool keeps_to_part() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::warc
