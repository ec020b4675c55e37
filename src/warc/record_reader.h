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
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"
#include "hrefkit/warc/byte_source.h"

namespace hrefkit::warc {

// How records are stored in a file.

enum class Packing : std::uint8_t {
  plain,
  gzip,  ///< one member a record, one for all, or members cut anywhere
  zstd,  ///< the same with frames
};

/// What gzip says of a member that was read to its end.
struct GzipMember {
  std::uint64_t length = 0;         ///< of the whole member, in bytes
  std::uint64_t header_length = 0;  ///< bytes before the compressed data
  std::uint32_t crc = 0;            ///< of the plain bytes
  std::uint64_t plain_length = 0;   ///< the number of plain bytes
  std::string header = {};          ///< the bytes of a header with optional fields; else empty
};

// One record of a web archive: ISO 28500.

/// What a record holds.
enum class RecordType : std::uint8_t {
  warcinfo,
  request,
  response,
  revisit,
  resource,
  metadata,
  conversion,
  continuation,
  other,  ///< a type that the standard does not have
};

/// The name in the field WARC-Type, such as "response"; "" for `other`.
std::string_view name(RecordType type);

/// The type of that name, in any ASCII case.
RecordType record_type_from_name(std::string_view name);

/// Where a record begins.
struct RecordPlace {
  /// In the file: at its compressed member, if it has one.
  std::uint64_t offset = 0;
  /// Among the unpacked bytes of its member; 0 where it is the first there, and in plain files.
  std::uint64_t member_offset = 0;
};

/// The head of a record and its place.
struct Record {
  std::string version = {};  ///< as stored, such as "WARC/1.0"
  http::Fields fields = {};
  RecordType type = RecordType::other;
  std::uint64_t content_length = 0;  ///< bytes of the block, as the head says
  std::uint64_t header_length = 0;   ///< bytes of the head with its empty line
  Packing packing = Packing::plain;
  RecordPlace place = {};
  /// What an index says: the length of the compressed member, or of head and block in plain files.
  /// Known once the record was read to its end; 0 where several records share one member.
  std::uint64_t length = 0;

  /// The value of a field, or an empty text.
  std::string_view field(std::string_view wanted) const& {
    return fields.first(wanted).value_or(std::string_view());
  }
  std::string_view field(std::string_view wanted) const&& = delete;

  /// WARC-Target-URI without the angle brackets of old writers, with %20 for each space.
  std::string target_uri() const;
};

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
