// `archive --extract`: captures as files of a folder that opens in a browser.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/warc/byte_source.h"

namespace hrefkit::cli {

/// What is extracted, and how.
struct ExtractInput {
  ArchiveCommand const& command;
  archive::PageSettings pages = {};
  std::function<bool(std::string_view url)> is_excluded = {};  ///< links that stay as they are
  Messages& messages;
  std::size_t files = 0;  ///< the number of archive files; each may be opened several times
  std::function<std::string(std::size_t file)> name = {};
  std::function<tl::expected<warc::ByteSource, std::string>(std::size_t file)> open = {};
};

/// What came of it. All of it was told.
struct ExtractResult {
  bool failed = false;      ///< a file could not be read or written
  bool not_proved = false;  ///< a page stays as it was captured
  std::size_t damaged = 0;  ///< records
};

/// Writes the files and tells how many. Throws UsageError, before anything is written, where the
/// folder is there and not empty, and where the page that is asked for was not captured.
ExtractResult extract_captures(ExtractInput const& input);

}  // namespace hrefkit::cli
