// The links of a capture, for the formats that show them.
#pragma once

#include <optional>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/header_links.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/find_links.h"

namespace hrefkit::cli {

/// The records whose links are found: those of --records, or responses, revisits and resources.
archive::CaptureOptions link_records(ArchiveCommand const& command);

/// Adds to `row` where the record of a capture is, and its HTTP status.
void add_record_place(JsonRow& row, archive::Capture const& capture);

/// Opens captures and finds their links.
class PageLinks {
 public:
  explicit PageLinks(WriterSettings const& settings)
      : page_(settings.pages),
        finder_(settings.command.engine),
        with_rels_(settings.command.format == ArchiveFormat::jsonl) {}

  /// Reads the head of a capture. `base` and `headers` are its own then. Tells where its URI cannot
  /// be a base.
  void open(archive::Capture const& capture, ArchiveWriter::Note const& note);

  /// The base of header links: the document's address; nothing where that is no URL.
  std::optional<html::LinkBase> const& base() const { return base_; }
  std::vector<archive::HeaderLink> const& headers() const { return headers_; }

  /// Finds the links of the document, if it is one; false where it is no document, or could not be
  /// read, which is told. Its page is open until `close`.
  bool find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
            ArchiveWriter::Note const& note);

  archive::CapturePage const& page() const { return page_; }

  /// The document base URL of a page whose links do not tell it: archive::own_base.
  std::optional<html::LinkBase> page_base() {
    return archive::find_page_base(finder_, page_.source(), page_.options());
  }

  /// Gives memory back that usual pages do not need.
  void close() { page_.release_memory(); }

 private:
  archive::CapturePage page_;
  html::LinkFinder finder_;
  bool with_rels_;
  std::optional<html::LinkBase> base_;
  std::vector<archive::HeaderLink> headers_;
};

}  // namespace hrefkit::cli
