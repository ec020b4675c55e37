// What --missing has to know of an archive: its URLs, and which pages run its scripts.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/archive/capture_index.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/part_reader.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

/// The captures of a run. The inputs are read before the links are: once for their heads and what
/// their scripts name, and once more for the pages that load scripts, if pages count for one.
class CapturedTargets {
 public:
  using Open = std::function<tl::expected<warc::ByteSource, std::string>(ArchiveFile const& file)>;

  /// `command` and `pages` must outlive this.
  CapturedTargets(ArchiveCommand const& command, archive::PageSettings const& pages, Open open)
      : command_(command), pages_(pages), open_(std::move(open)) {}

  /// Reads the indexes of --cdxj or, without any, the URLs of the inputs. Throws UsageError for an
  /// index that cannot be used, and for an input without index that can be read only once.
  void read(std::vector<std::string> const& paths);

  archive::KnownTargets const& urls() const { return urls_; }
  CapturedScripts const& scripts() const { return scripts_; }

 private:
  template <typename Visit>
  void read_each(std::vector<std::string> const& paths, archive::CaptureOptions options,
                 Visit const& visit);
  void read_captures(std::vector<std::string> const& paths);
  void read_pages(std::vector<std::string> const& paths);
  void add_script(archive::Capture const& capture, archive::CapturePage& page);

  ArchiveCommand const& command_;
  archive::PageSettings const& pages_;
  Open open_;
  archive::KnownTargets urls_;
  archive::CaptureIndex index_;  // of scripts, and redirects
  CapturedScripts scripts_{index_};
};

}  // namespace hrefkit::cli
