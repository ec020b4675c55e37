// The formats cdxj and cdx: a line a record, for replays and crawlers.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/archive/sha1.h"
#include "hrefkit/cli/archive/writer.h"

namespace hrefkit::cli {

class ArchiveIndexRows : public ArchiveWriter {
 public:
  explicit ArchiveIndexRows(WriterSettings const& settings) : settings_(settings) {}

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  struct Line;
  void begin_payload(warc::Record const& record);
  void add_payload(std::string_view piece);
  void write_json(Line const& line);
  void write_fields(Line const& line);

  WriterSettings settings_;
  std::string file_;  // its name without folders
  FileRows* rows_ = nullptr;
  archive::Sha1 sha1_;
  bool digests_ = false;          // the payload of the record that is read
  bool in_request_head_ = false;  // as far as the record is read
  std::string request_head_;      // of the request that is read
};

}  // namespace hrefkit::cli
