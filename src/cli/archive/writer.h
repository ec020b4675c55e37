// Writers of the output formats of `archive`, and the table of formats. Each thread has a writer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

/// The settings of a writer.
struct WriterSettings {
  ArchiveCommand const& command;
  archive::PageSettings pages = {};
  html::LinkKinds kinds = {};        ///< those of `command`
  html::ElementNames elements = {};  ///< those of `command`
  /// Predicate for links to leave out: see RowOptions.
  std::function<bool(std::string_view url)> is_excluded = {};
  archive::KnownTargets const* known =
      nullptr;                               ///< for --missing: leave out links to these; or null
  CapturedScripts const* scripts = nullptr;  ///< for --missing: the scripts of the archive; or null
  RowStyle style = {};                       ///< for formats with a row per link
};

/// Writes one format.
class ArchiveWriter {
 public:
  /// Called between blocks of links, so that the output so far can be written. Returns false to
  /// stop.
  using Pause = std::function<bool()>;
  /// Reports a problem with the capture.
  using Note = std::function<void(archive::RecordNote::Kind, std::string_view why)>;

  virtual ~ArchiveWriter() = default;

  /// The records and bodies that the format needs.
  virtual archive::CaptureOptions reading() = 0;

  /// Begins a file, or with `is_first` false a later part of it. Output is appended to `rows`,
  /// which must outlive the next call of `begin`.
  virtual void begin(std::string_view file, FileRows& rows, bool is_first) = 0;

  /// Writes the capture that `reader` has just read.
  virtual void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) = 0;
};

/// All formats by their names, for --format.
text::EnumNames<ArchiveFormat> archive_format_names();

/// A writer for the command's format.
std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings);

/// The writers of the families of formats, for the table in writer.cpp: see the sources
/// capture_rows, host_rows, index_rows and wat_rows.
std::unique_ptr<ArchiveWriter> make_host_writer(WriterSettings const& settings);
std::unique_ptr<ArchiveWriter> make_index_writer(WriterSettings const& settings);
std::unique_ptr<ArchiveWriter> make_link_writer(WriterSettings const& settings);
std::unique_ptr<ArchiveWriter> make_page_writer(WriterSettings const& settings);
std::unique_ptr<ArchiveWriter> make_wat_writer(WriterSettings const& settings);

/// The text before and after all lines of a format.
std::string header_of(ArchiveFormat format, RowStyle const& style, bool has_texts);
std::string footer_of(ArchiveFormat format, bool any_rows);

/// The row format of a format with a row per link.
Format row_format(ArchiveFormat format);

/// True for formats that find links, so that the summary can count them.
bool finds_links(ArchiveFormat format);

/// True if the lines of all files form one sorted list without duplicates.
bool is_sorted_list(ArchiveCommand const& command);

}  // namespace hrefkit::cli
