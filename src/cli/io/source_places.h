// The places of a build's links in its sources, for commands that print links as rows (--sources).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/source_finder.h"

namespace hrefkit::cli {

/// For one thread at a time.
class SourcePlaces {
 public:
  /// Reads the names in `build`, a folder whose pages were made from `folders`. What is wrong with
  /// a source is a warning in `messages`. Throws UsageError where the folder cannot be read.
  SourcePlaces(std::string const& build, std::vector<std::string> const& folders,
               CommonOptions const& common, Messages& messages);

  /// The place of a link; without a file where none is known. Its views live until the next call.
  site::FindingSource find(site::BuiltReference const& link);

  /// Says how many links were found, with --verbose.
  void summarize();

 private:
  bool verbose_;
  Messages& messages_;
  site::Site site_;
  site::SourceFinder finder_;
  std::size_t asked_ = 0;
  std::size_t found_ = 0;
};

}  // namespace hrefkit::cli
