// The baseline of a run of `check`: the findings that are known and do not count, and with
// --update-baseline those that the next run is to know.
//
//   hrefkit check --baseline known.jsonl --update-baseline public   writes known.jsonl
//   hrefkit check --baseline known.jsonl public                     reports what is not in it
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

class KnownFindings {
 public:
  explicit KnownFindings(CheckCommand const& command) : command_(command) {}

  /// Reads the file of --baseline. Throws UsageError.
  void read();

  /// True for a finding of the baseline, each as often as it is there. `path` is that of the file
  /// below the root.
  bool covers(site::Finding const& finding, std::string_view path);

  /// Writes the baseline and reports what it has; false when it cannot be written. Where only a
  /// part of the site was checked, what the file knows of the rest stays.
  bool write(Environment const& environment, Messages& messages, bool is_partial,
             std::size_t inputs_read);

 private:
  CheckCommand const& command_;
  site::Baseline known_;
  site::Baseline former_;  // as it was read, for --update-baseline
  site::Baseline updated_;
};

}  // namespace hrefkit::cli
