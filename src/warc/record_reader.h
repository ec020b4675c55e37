// The records of a web archive, one after the other: plain, gzip or zstd.
//
//   auto source = warc::open_source("crawl.warc.gz");
//   warc::RecordReader reader(*source, {});
//   while (reader.next()) {
//     if (reader.record().type != warc::RecordType::response) continue;  // skips the block
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
#include "hrefkit/warc/byte_source.h"  // IWYU pragma: export
#include "hrefkit/warc/package.h"      // IWYU pragma: export
#include "hrefkit/warc/text_lines.h"   // IWYU pragma: export

namespace hrefkit::warc {

// How the records of a file are stored.

enum class Packing : std::uint8_t {
  plain,
  gzip,  ///< usually a member per record; also one for all, or members that end anywhere
  zstd,  ///< the same with zstd frames
};

/// The facts about a gzip member (RFC 1952 section 2.3) that was read to its end.
struct GzipMember {
  std::uint64_t length = 0;         ///< bytes of the whole member
  std::uint64_t header_length = 0;  ///< bytes before the compressed data
  std::uint32_t crc = 0;            ///< CRC-32 of the plain bytes
  std::uint64_t plain_length = 0;   ///< bytes after unpacking
  std::string header = {};          ///< the header's bytes if it has optional fields; else empty
};

// A record of a web archive: ISO 28500.

/// The type of a record: ISO 28500, 6.
enum class RecordType : std::uint8_t {
  warcinfo,
  request,
  response,
  revisit,
  resource,
  metadata,
  conversion,
  continuation,
  other,  ///< any other type
};

/// The name in the field WARC-Type, such as "response"; "" for `other`.
std::string_view name(RecordType type);

/// The type with that name, in any ASCII case.
RecordType record_type_from_name(std::string_view name);

/// The position of a record in its file.
struct RecordPlace {
  /// Offset in the file: of the record, or of the compressed member that holds it.
  std::uint64_t offset = 0;
  /// Offset of the record in the unpacked bytes of its member; 0 for the first record of a member
  /// and in plain files.
  std::uint64_t member_offset = 0;
};

/// The head of a record and its position.
struct Record {
  std::string version = {};  ///< as stored, such as "WARC/1.0"
  http::Fields fields = {};
  RecordType type = RecordType::other;
  std::uint64_t content_length = 0;  ///< bytes of the block according to Content-Length
  std::uint64_t header_length = 0;   ///< bytes of the head, including its empty line
  Packing packing = Packing::plain;
  RecordPlace place = {};
  /// The length for an index such as CDX: bytes of the compressed member, or of head and block in
  /// plain files. Set when the record was read to its end; 0 if several records share a member.
  std::uint64_t length = 0;

  /// The value of the first field with that name; empty if there is none.
  std::string_view field(std::string_view name) const& {
    return fields.first(name).value_or(std::string_view());
  }
  std::string_view field(std::string_view name) const&& = delete;

  /// WARC-Target-URI without the angle brackets that old writers add, with %20 for each space.
  std::string target_uri() const;
};

/// The result of reading a record to its end.
enum class RecordEnd : std::uint8_t {
  whole,    ///< complete
  cut,      ///< the bytes that were read are right, but some are missing; damage was reported
  damaged,  ///< the bytes that were read may be wrong; damage was reported
};

/// The part of a file that one of several readers reads. It begins at the source's offset.
struct FilePart {
  Packing packing = Packing::plain;  ///< of the file's first record
  /// The part has the records that begin before this offset of the file. After damage the reader
  /// ignores this bound and reads to the end of the file, because the next sound record may be far
  /// away.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

/// The packing of the record that begins at the source's offset; nullopt if none begins there.
std::optional<Packing> next_packing(ByteSource& source);

/// Goes to the first offset, from the source's on, at which a record of the part seems to begin;
/// false if there is none. The bytes there may be inside another record: it is a record of the file
/// only if the reader of the part before ends there.
bool find_first_record(ByteSource& source, FilePart const& part);

/// Reads records in order. After damage it continues with the next sound record.
class RecordReader {
 public:
  /// Called for damage with the position of the damaged record and a sentence, valid during the
  /// call.
  using Damage = std::function<void(RecordPlace const& place, std::string_view why)>;

  /// Reads all of the source, or a part of a file. `source` must outlive this.
  RecordReader(ByteSource& source, Damage damage, std::optional<FilePart> part = {});
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  /// Reads the head of the next record, after skipping the rest of the current one. False at the
  /// end of the source and on a read error (`ByteSource::error`).
  bool next();

  /// The current record. Valid until `next`.
  Record const& record() const;

  /// The next piece of its block; empty at the end. Valid until the next call of any function here.
  std::string_view read();

  /// Skips the rest of the block, sets `Record::length`, and says whether the record is sound.
  RecordEnd finish();

  /// The number of bytes of line ends after the block of a record that was read to its end.
  std::uint64_t line_end_length() const;

  /// The gzip member of a record that is complete and alone in its member; else nullopt.
  std::optional<GzipMember> gzip_member() const;

  /// True if a record was found, or compressed data with damage at its start. If false, the source
  /// is empty or no web archive.
  bool found_any() const;

  /// True if this reads a part of a file and found no damage in it. Then, at the end, the source is
  /// at the start of the next part.
  bool keeps_to_part() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::warc
