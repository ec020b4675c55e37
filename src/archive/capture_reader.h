// The captures of a web archive, one after the other.
//
//   auto source = warc::open_source("crawl.warc.gz");
//   archive::CaptureReader reader(*source, {});
//   while (reader.next()) use(reader.capture());
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/archive/capture.h"
#include "hrefkit/http/body.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// A set of record types.
class RecordTypes {
 public:
  constexpr RecordTypes() = default;
  constexpr RecordTypes(std::initializer_list<warc::RecordType> types) {
    for (const warc::RecordType type : types) add(type);
  }
  constexpr void add(warc::RecordType type) { bits_ |= bit(type); }
  constexpr bool contains(warc::RecordType type) const { return (bits_ & bit(type)) != 0; }

 private:
  static constexpr unsigned bit(warc::RecordType type) { return 1U << static_cast<unsigned>(type); }
  unsigned bits_ = 0;
};

/// What was noticed about a record.
struct RecordNote {
  enum class Kind : std::uint8_t {
    damage,  ///< the record, or a part of it, is lost
    body,    ///< the body is not all there, or could not be decoded: it gives what it has
    remark,  ///< worth knowing
  };
  Kind kind = Kind::remark;
  warc::RecordPlace place = {};
  std::string_view why = {};
};

/// What is read.
struct CaptureOptions {
  /// The records that are wanted; the others are passed by.
  RecordTypes types = {warc::RecordType::response, warc::RecordType::revisit,
                       warc::RecordType::resource};
  std::size_t max_body = std::size_t{256} << 20;  ///< more bytes of a body are not read
  std::optional<warc::FilePart> part = {};        ///< the part of a file that is read; nothing: all
  bool bodies = true;  ///< false: no body is wanted, and none is a document
  /// Says whether a record whose head was read is a page although its type is not that of a
  /// document. It is asked about revisits, too.
  std::function<bool()> is_page = {};
  /// Is told what was noticed.
  std::function<void(RecordNote const&)> note = {};
  /// Is given the block of each record that is wanted, piece by piece, as it is stored; an empty
  /// piece comes first.
  std::function<void(warc::Record const& record, std::string_view piece)> block = {};
  /// The same for what follows the HTTP head in the block, or for all of the block without a head.
  std::function<void(warc::Record const& record, std::string_view piece)> payload = {};
};

/// Reads captures in order. It uses its memory again.
class CaptureReader {
 public:
  /// `source` must outlive this.
  CaptureReader(warc::ByteSource& source, CaptureOptions options);

  /// Reads the next record of a wanted type to its end. Records that may be wrong are left out, and
  /// told. False at the end, and where the source cannot be read: `ByteSource::error` tells.
  bool next();

  /// The capture that was read; its body may be moved out of it.
  Capture& capture() { return capture_; }

  /// The reader of its records, for what the capture does not tell.
  warc::RecordReader const& records() const { return records_; }

 private:
  std::string_view read();
  void begin_payload();
  void read_block();
  void read_head();
  void look_ahead(std::size_t size);
  bool read_on();
  void find_type();
  void collect();
  bool is_shorter_than_said() const;
  void release_memory();
  void note(RecordNote::Kind kind, std::string_view why) const;
  void note_body(http::BodyNotes const& notes) const;

  CaptureOptions options_;
  warc::RecordReader records_;
  Capture capture_;
  bool in_payload_ = false;
  std::string_view ahead_;  // bytes of the block that were read, and not used
  std::string kept_;        // holds them where several pieces have them
  bool is_kept_ = false;    // they are there
  std::string spare_;       // a body with a coding less, or more
};

}  // namespace hrefkit::archive
