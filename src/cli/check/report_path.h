// File names as reports have them.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/site/place.h"

namespace hrefkit::cli {

/// The names of files as those know them who read reports: build servers and code hosts know a file
/// by its path below the folder in which the command runs.
class ReportPaths {
 public:
  /// The path below the working folder, without empty and dot parts; the path as it is given for a
  /// file elsewhere. The text stays until the next call.
  std::string const& relative(std::string_view file);

  /// The same for readers who take nothing but UTF-8.
  std::string readable(std::string_view file);

 private:
  site::Place here_{"."};
  std::string file_;  // the last one, whose path is `path_`
  std::string path_;
};

/// The path below `root`, so that it does not depend on where a report is made.
std::string_view below(std::string_view root, std::string_view file);

}  // namespace hrefkit::cli
