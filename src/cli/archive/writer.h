// What turns captures into a format. Each thread has its own.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/resolve/rows.h"

namespace hrefkit::cli {

class KnownTargets;

/// What a writer needs to know.
struct WriterSettings {
  ArchiveCommand const& command;
  archive::PageSettings pages = {};
  KnownTargets const* known = nullptr;  ///< links to these are left out; null: none are
};

/// Writes one format.
class ArchiveWriter {
 public:
  /// Is called between blocks of links: what is there may be given away. False where no more is
  /// wanted.
  using Pause = std::function<bool()>;
  /// Says what was noticed about the capture.
  using Note = std::function<void(archive::RecordNote::Kind, std::string_view why)>;

  virtual ~ArchiveWriter() = default;

  /// What of an archive is read for the format.
  virtual archive::CaptureOptions reading() = 0;

  /// Begins a file, or a part of it that is not the first; its output goes to `rows`, which must
  /// outlive it.
  virtual void begin(std::string_view file, FileRows& rows, bool is_first) = 0;

  /// Writes the capture that `reader` has read.
  virtual void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) = 0;
};

/// A writer for the command's format.
std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings);

/// What stands before all lines of the format.
std::string_view header_of(ArchiveFormat format);

/// True where the format counts links.
bool finds_links(ArchiveFormat format);

/// True where the lines of all files make one sorted list without doubles.
bool is_sorted_list(ArchiveCommand const& command);

}  // namespace hrefkit::cli
