#include "hrefkit/cli/check/report_path.h"

#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

std::string const& ReportPaths::relative(std::string_view file) {
  if (file_ == file) return path_;
  file_ = file;
  path_ = here_.relative(file_).value_or(file_);
  return path_;
}

std::string ReportPaths::readable(std::string_view file) {
  return text::to_valid_utf8(relative(file));
}

std::string_view below(std::string_view root, std::string_view file) {
  if (file.starts_with(root)) file.remove_prefix(root.size());
  while (file.starts_with('/')) file.remove_prefix(1);
  return file;
}

}  // namespace hrefkit::cli
