// The format wat: for each record of an archive a WARC record that says what is in it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/archive/wat_page.h"
#include "hrefkit/archive/wat_record.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/text/chunked_text.h"

namespace hrefkit::cli {

/// With --compress gzip each record is a gzip member of its own.
class ArchiveWatRows : public ArchiveWriter {
 public:
  explicit ArchiveWatRows(WriterSettings const& settings);
  ~ArchiveWatRows() override;

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool is_first) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void describe_page(archive::Capture const& capture, Note const& note);
  void give(Pause const& pause);

  class ChunksAside;

  WriterSettings settings_;
  archive::CapturePage page_;
  html::LinkFinder finder_;
  archive::WatRecord record_;
  std::unique_ptr<ChunksAside> aside_;
  archive::WatPageWriter page_writer_;
  http::GzipPacker packer_;
  std::string file_;  // its name without folders
  bool wrote_info_ = false;
  FileRows* rows_ = nullptr;
  text::ChunkedText html_;
  text::ChunkedText json_;
  text::ChunkedText out_;
  std::string packed_;
};

}  // namespace hrefkit::cli
