// The format jsonl: an object a link.
#pragma once

#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/resolve/rows.h"

namespace hrefkit::cli {

class ArchiveLinkRows : public ArchiveWriter {
 public:
  explicit ArchiveLinkRows(WriterSettings const& settings);

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void write_tail(archive::Capture const& capture);

  WriterSettings settings_;
  RowOptions row_options_;
  RowWriter writer_;
  PageLinks links_;
  std::string file_;
  FileRows* rows_ = nullptr;
  RowBuffer tail_;
  RowBuffer short_tail_;  // without the URI
};

}  // namespace hrefkit::cli
