// The format pages: an object a capture.
#pragma once

#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/archive/writer.h"

namespace hrefkit::cli {

class ArchivePageRows : public ArchiveWriter {
 public:
  explicit ArchivePageRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  /// What is counted and found in one document.
  struct Found {
    std::size_t links = 0;
    std::size_t unresolvable = 0;
    bool has_base = false;  ///< a link told it, not only the address
    std::string base;
    std::string_view base_source;
  };

  Found find(archive::Capture& capture, Note const& note);
  static void take_base(html::LinkBase const& base, Found& found);
  void count(html::LinkBlock const& block, Found& found);

  WriterSettings settings_;
  PageLinks links_;
  std::string file_;
  std::string url_;
  FileRows* rows_ = nullptr;
};

}  // namespace hrefkit::cli
