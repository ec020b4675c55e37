// The line of a record in an index of captures, for replay tools and crawlers: CDXJ and CDX.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/sha1.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// The fields of a line, in UTF-8; empty where the record has none.
struct IndexLine {
  std::string key;
  std::string time;
  std::string url;
  std::optional<std::string> mime;
  std::string status;
  std::string digest;
  std::string length;
  std::string offset;
};

/// Makes the lines of records, which are read one after the other.
class IndexEntry {
 public:
  /// Takes a piece of the record's payload, as CaptureOptions::payload gives it.
  void add_payload(warc::Record const& record, std::string_view piece);

  /// The line of the record whose payload was added.
  IndexLine line(Capture const& capture);

 private:
  void begin(warc::Record const& record);

  Sha1 sha1_;
  bool digests_ = false;          // compute the digest of the current payload
  bool in_request_head_ = false;  // the current record is a request, whose head is being read
  std::string request_head_;      // the head of that request
};

}  // namespace hrefkit::archive
