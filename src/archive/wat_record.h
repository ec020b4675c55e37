// What a WAT file says of a record: one JSON object, in a metadata record of its own.
//
//   WatRecord wat;
//   wat.begin(record);
//   while (...) wat.add(piece);   // the block, as it is stored
//   wat.finish();
//   text::ChunkedText json;
//   wat.append_json(json, record, {.file = "crawl.warc.gz", .member = reader.gzip_member()}, html);
//   append_wat_record(out, record, "crawl.warc.gz", json);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/chunked_text.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// Where a record stands.
struct WatContainer {
  std::string_view file = {};  ///< the archive file's name without folders, valid UTF-8
  /// The compressed member, of a record that is alone in one.
  std::optional<warc::GzipMember> member = {};
  std::uint64_t line_end_length = 0;  ///< bytes of the line ends behind the block
};

/// Describes one record after another. It uses its memory again: keep one a thread. The keys and
/// their values are those of the reference extractor, as Common Crawl runs it: numbers are strings,
/// a CRC is signed, bytes past ASCII are left out of fields, and of fields that have one name, in
/// the same case, the values make an array.
class WatRecord {
 public:
  WatRecord();
  ~WatRecord();
  WatRecord(WatRecord&&) noexcept;
  WatRecord& operator=(WatRecord&&) noexcept;

  /// Begins a record, whose head was read. Its block follows in pieces.
  void begin(warc::Record const& record);
  void add(std::string_view piece);
  void finish();

  /// True when the reference looks for HTML in the record: by WARC-Identified-Payload-Type, or
  /// where there is no such field by the Content-Type of the response.
  bool is_page() const;

  /// Appends the object for `record`, which is the one that was begun and was read to its end.
  /// `html_metadata` is a JSON object, or empty for none; it is moved there.
  void append_json(text::ChunkedText& out, warc::Record const& record,
                   WatContainer const& container, text::ChunkedText& html_metadata) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Appends the record that opens a WAT file: what made it. `file` is the name of the archive file
/// without folders, and `first` its first record, which gives the date. Equal input gives equal
/// bytes.
void append_wat_info(std::string& out, std::string_view file, warc::Record const& first);

/// Appends the metadata record with `json`, which is moved there, about `record` of `file`. Its id
/// is a name-based UUID (RFC 9562, version 5) of the file's name and the record's place and id; its
/// date is that of the record.
void append_wat_record(text::ChunkedText& out, warc::Record const& record, std::string_view file,
                       text::ChunkedText& json);

}  // namespace hrefkit::archive
