// The rows of `check --pages FILE` and `--graph FILE`, written like reports: whole or not at all.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

/// The files that one run writes. Empty without the options.
class PageLists {
 public:
  /// Opens the files.
  PageLists(CheckCommand const& command, Environment const& environment);
  ~PageLists();
  PageLists(PageLists const&) = delete;

  /// True when a file cannot be opened or written.
  bool has_error() const;
  bool is_open() const { return pages_ != nullptr || edges_ != nullptr; }

  /// Has a check call this with its rows.
  void add_to(site::CheckSink& sink);

  /// Ends the files. Warns of incomplete ones.
  void end(site::CheckSummary const& summary, std::size_t inputs_read, Messages& messages);

  /// Ends the files of a run that has checked nothing.
  void finish_empty();

  /// Reports what could not be written; true when there is such an error.
  bool report_errors(Messages& messages) const;

 private:
  struct File;

  static std::unique_ptr<File> open(CheckCommand const& command, Environment const& environment,
                                    std::string const& name,
                                    std::span<std::string_view const> columns);

  std::unique_ptr<File> pages_;
  std::unique_ptr<File> edges_;
};

}  // namespace hrefkit::cli
