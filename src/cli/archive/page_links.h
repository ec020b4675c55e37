// The links of a capture, for the formats that need them: its header links, and those of its
// document, found with the settings of the command.
//
//   links.open(capture, note);      // base and header links
//   links.find(capture, add, note)  // block by block, while the page is in memory
//   links.close();
#pragma once

#include <cstddef>
#include <optional>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_base.h"

namespace hrefkit::cli {

/// Reads the records of --records instead of those of `options`.
void select_records(ArchiveCommand const& command, archive::CaptureOptions& options);

/// The records whose links are found: those of --records, or responses, revisits and resources.
archive::CaptureOptions link_records(ArchiveCommand const& command);

/// True if what scripts name counts as links: with --missing or --also modules, in the formats with
/// a row per link or per page.
bool reads_scripts(ArchiveCommand const& command);

/// Opens captures and finds their links.
class PageLinks {
 public:
  explicit PageLinks(WriterSettings const& settings)
      : page_(settings.pages),
        finder_(settings.command.engine),
        with_rels_(is_json(settings.style.format) && has_rows(settings.command.format)),
        with_uses_(settings.command.missing),
        scripts_(settings.scripts) {}

  /// Reads the head of a capture and sets `base` and `headers`. Adds a note if its URI cannot be a
  /// base.
  void open(archive::Capture const& capture, ArchiveWriter::Note const& note);

  /// The base of header links: the document's URL; nullopt if the URI is no absolute URL.
  std::optional<html::LinkBase> const& base() const { return base_; }
  std::vector<archive::HeaderLink> const& headers() const { return headers_; }

  /// Finds the links of a document; with --missing those of a script in all ways in which it runs.
  /// False if the capture is no document, or could not be read; a note says why. The page is open
  /// until `close`.
  bool find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
            ArchiveWriter::Note const& note);

  archive::CapturePage const& page() const { return page_; }

  /// True if the document is XML of a kind whose links hrefkit does not know.
  bool has_unknown_xml() const { return has_unknown_xml_; }

  /// With --missing, of a document that is a script: true if pages of the archive run it.
  bool is_run_script() const { return is_run_script_; }

  /// The number of imports in the scripts of the document whose names are computed.
  std::size_t computed_imports() const { return computed_imports_; }

  /// The document base URL of a page without links that use it (see html::own_base).
  std::optional<html::LinkBase> page_base() {
    return html::base_without_links(page_.source(), page_.options());
  }

  /// Frees buffers that grew larger than usual pages need.
  void close() { page_.release_memory(); }

 private:
  tl::expected<void, html::FindError> find_script_links(archive::Capture const& capture,
                                                        html::LinkSink const& sink);

  archive::CapturePage page_;
  html::LinkFinder finder_;
  bool with_rels_;
  bool with_uses_;
  CapturedScripts const* scripts_;
  bool has_unknown_xml_ = false;
  bool is_run_script_ = false;
  std::size_t computed_imports_ = 0;
  std::optional<html::LinkBase> base_;
  std::vector<archive::HeaderLink> headers_;
};

}  // namespace hrefkit::cli
