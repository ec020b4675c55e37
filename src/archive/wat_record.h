// WAT records: the metadata of each WARC record as a JSON object in a metadata record.
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

#include "hrefkit/archive/wat_page.h"  // IWYU pragma: export
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// The file and the compressed member that hold a record.
struct WatContainer {
  std::string_view file = {};  ///< base name of the archive file, valid UTF-8
  /// Set for a record that is alone in its gzip member.
  std::optional<warc::GzipMember> member = {};
  std::uint64_t line_end_length = 0;  ///< bytes of the line ends after the block
};

/// Describes one record after another and reuses its buffers: keep one per thread. Keys and values
/// are those of the reference extractor, as Common Crawl runs it: numbers are strings, CRCs are
/// signed, non-ASCII bytes of fields are dropped, and the values of fields with the same name
/// (compared with case) form an array.
class WatRecord {
 public:
  WatRecord();
  ~WatRecord();
  WatRecord(WatRecord&&) noexcept;
  WatRecord& operator=(WatRecord&&) noexcept;

  /// Starts a record whose head was read. Then `add` its block in pieces, and `finish`.
  void begin(warc::Record const& record);
  void add(std::string_view piece);
  void finish();

  /// True if the reference extractor parses the record as HTML. WARC-Identified-Payload-Type
  /// decides, or without that field the Content-Type of the response.
  bool is_page() const;

  /// Appends the object for `record`, which must be the one passed to `begin`, after `finish`.
  /// `html_metadata` is a JSON object, which is moved from, or empty.
  void append_json(text::ChunkedText& out, warc::Record const& record,
                   WatContainer const& container, text::ChunkedText& html_metadata) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Appends the warcinfo record that opens a WAT file. `file` is the base name of the archive file;
/// `first` is its first record, whose date is used. Deterministic.
void append_wat_info(std::string& out, std::string_view file, warc::Record const& first);

/// Appends the metadata record about `record` of `file`, whose block is `json`, which is moved
/// from. Its ID is a name-based UUID (RFC 9562, version 5) of the file's name and the record's
/// offset and ID; its date is that of the record.
void append_wat_record(text::ChunkedText& out, warc::Record const& record, std::string_view file,
                       text::ChunkedText& json);

}  // namespace hrefkit::archive
