// Keeps -o from replacing what is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/file_identity.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// Compares the file of -o with the files that a run reads, by device and inode.
class OutputGuard {
 public:
  /// Throws UsageError when the output is the configuration file or the list of --files-from.
  OutputGuard(CommonOptions const& common, Environment const& environment);

  /// Throws UsageError when the output is one of the inputs, or a page of an input folder that need
  /// not exist yet.
  void check_inputs(site::InputOptions const& inputs) const;

  /// Throws UsageError when the output is a page below the folder `site` that is there already,
  /// unless it begins with `own_beginning`, as what a former run wrote there does. An empty
  /// `own_beginning` stands for a report that is no page: then every page is refused.
  void check_site(std::string const& site, std::string_view own_beginning) const;

  /// The same for one input: a file, or "-" for standard input.
  void check_input(std::string const& path) const;

 private:
  [[noreturn]] void refuse(std::string const& what) const;

  std::string output_;
  std::optional<FileIdentity> target_;  // where the output exists
  std::optional<FileIdentity> standard_input_;
};

}  // namespace hrefkit::cli
