#include "hrefkit/cli/io/run_summary.h"

#include <numeric>
#include <string_view>

#include "hrefkit/cli/format/grouped_number.h"

namespace hrefkit::cli {

namespace {

std::string_view words(SkipReason reason, bool is_one) {
  switch (reason) {
    case SkipReason::binary:
      return "binary";
    case SkipReason::unknown_type:
      return "unknown type";
    case SkipReason::hidden:
      return "hidden";
    case SkipReason::excluded:
      return "excluded";
    case SkipReason::lock_file:
      return is_one ? "lock file" : "lock files";
    case SkipReason::dangling_link:
      return is_one ? "dangling link" : "dangling links";
  }
  return {};
}

}  // namespace

void RunCounts::add(site::Trouble const& trouble) {
  using Kind = site::Trouble::Kind;
  const bool is_folder = trouble.path.ends_with('/');
  switch (trouble.kind) {
    case Kind::unreadable:
    case Kind::no_address:
    case Kind::empty:
      ++not_read;
      break;
    case Kind::dangling:
      return skip(SkipReason::dangling_link);
    case Kind::lock_file:
      return skip(SkipReason::lock_file);
    case Kind::unknown:
      return skip(SkipReason::unknown_type);
    case Kind::hidden:
      if (!is_folder) skip(SkipReason::hidden);
      break;
    case Kind::excluded:
      if (!is_folder) skip(SkipReason::excluded);
      break;
    case Kind::loop:
    case Kind::outside:
    case Kind::elsewhere:
      break;
  }
}

std::string run_summary(std::string const& found, std::string const& details,
                        RunCounts const& counts) {
  std::string text = found + " in " + counted(counts.files, "file", "files") + details;
  const std::size_t skipped =
      std::accumulate(counts.skipped.begin(), counts.skipped.end(), std::size_t{0});
  if (skipped != 0) {
    text += "; " + counted(skipped, "file skipped (", "files skipped (");
    std::string_view separator;
    for (std::size_t i = 0; i < skip_reason_count; ++i) {
      const std::size_t count = counts.skipped[i];
      if (count == 0) continue;
      const std::string_view what = words(static_cast<SkipReason>(i), count == 1);
      text.append(separator).append(grouped_number(count)).append(" ").append(what);
      separator = ", ";
    }
    text += ')';
  }
  if (counts.not_read != 0) {
    text += "; " + counted(counts.not_read, "input not read", "inputs not read");
  }
  return text;
}

}  // namespace hrefkit::cli
