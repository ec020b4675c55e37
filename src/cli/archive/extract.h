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
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

/// The input of `extract_captures`.
struct ExtractInput {
  ArchiveCommand const& command;
  archive::PageSettings pages = {};
  std::function<bool(std::string_view url)> is_excluded = {};  ///< links to leave unchanged
  Messages& messages;
  std::size_t files = 0;  ///< the number of archive files; each may be opened several times
  std::function<std::string(std::size_t file)> name = {};
  std::function<tl::expected<warc::ByteSource, std::string>(std::size_t file)> open = {};
};

/// The result. All problems were reported to `messages`.
struct ExtractResult {
  bool failed = false;      ///< a file could not be read or written
  bool not_proved = false;  ///< a page was written as captured: its new links were not proved
  std::size_t damaged = 0;  ///< damaged records
};

/// Writes the files and prints a summary. Throws UsageError before writing anything, if the folder
/// exists and is not empty, or if the page of --page was not captured.
ExtractResult extract_captures(ExtractInput const& input);

}  // namespace hrefkit::cli
