// The reports of one run of `check`: that of -o, and one for each --report.
//
//   hrefkit check -o links.html --report github=- --report sarif=links.sarif public
//
// All get the same findings, in the same order; what is grouped is grouped once (SharedFindings).
// A report of a run that was interrupted does not take the place of a whole one.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_forms.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

/// Throws UsageError when a report would take the place of a file that the run reads, other than a
/// former report, or of another file that it writes.
void guard_reports(CheckCommand const& command, Environment const& environment);

class ReportSet {
 public:
  /// Opens the outputs. `root` is the folder, or the origin of a live site.
  ReportSet(CheckCommand const& command, Environment const& environment, std::string const& root);

  bool has(ReportFormat format) const;

  /// True where some report shows what repairs a finding.
  bool has_fixes() const;

  /// Warns of those that --max-findings does not cut.
  void warn_of_uncut(Messages& messages) const;

  /// True when an output cannot be opened or written.
  bool has_error() const;

  /// True when the reader of a report has closed its pipe.
  bool has_lost_reader() const;

  /// True for a file that this run writes: a report of a former run, which it replaces.
  bool writes(std::string_view file);

  void begin();

  /// Returns false when no report needs further findings.
  bool emit(site::Finding const& finding);

  /// Ends reports and outputs. Warns of incomplete ones.
  void end(site::CheckSummary const& summary, std::size_t inputs_read, Messages& messages);

  /// Ends the outputs of a run that has checked nothing.
  void finish_empty();

  /// Calls `action` with the sentence of each cause that has findings.
  template <typename Action>
  void for_each_cause(site::CheckSummary const& summary, Action action) const {
    const auto found = shared_.of_causes();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].findings != 0) action(message(summary.causes[i], found[i].links));
    }
  }

  /// How many findings stand in reports for people as causes alone.
  std::size_t folded() const;

  /// Warns of what readers will not show, see Report::left_out.
  void warn_of_left_out(Messages& messages) const;

  /// Reports what could not be written; true when there is such an error.
  bool report_errors(Messages& messages) const;

 private:
  /// A report and where it is written.
  struct Run {
    Run(ReportFormat form, std::string file, std::ostream& standard)
        : format(form), output(std::move(file), standard, contents_of(form)) {}

    ReportFormat format;
    Output output;
    std::unique_ptr<Report> report = {};
  };

  void open(CheckCommand const& command, Environment const& environment, ReportFormat format,
            std::string const& file);

  CheckCommand const& command_;
  std::string root_;
  site::SharedFindings shared_{root_};
  std::vector<std::unique_ptr<Run>> reports_;       // that of -o first
  std::optional<std::vector<std::string>> places_;  // of their files, once they were asked for
};

}  // namespace hrefkit::cli
