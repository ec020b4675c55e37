// The options of `hrefkit check`, and what follows from them without reading the site.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_forms.h"
#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/check_settings.h"

namespace hrefkit::cli {

/// The least severity that makes `check` exit with 1.
enum class FailOn : std::uint8_t { error, warning, none };

/// A report beside that of -o.
struct ExtraReport {
  ReportFormat format = ReportFormat::text;
  std::string file;  ///< empty: standard output
};

/// `hrefkit check`: the broken links of a site.
struct CheckCommand final : Command {
  CheckCommand();

  void add_options(OptionSet& options) override;
  int run(Environment const& environment) const override;
  std::vector<Destination> outputs() const override;
  bool follows_outside() const override { return settings.follow_outside; }

  /// True for a live site, which is crawled from its URL.
  bool is_live() const { return common.inputs.size() == 1 && is_web_url(common.inputs.front()); }

  /// The form of the first report.
  ReportFormat main_format() const {
    return format.value_or(fix ? ReportFormat::text : report_format_of(common.output));
  }

  /// True where the first report goes to a file. With --fix, -o is the folder of the new site.
  bool has_report_file() const { return !fix && !common.output.empty(); }

  /// Calls `visit(option, format, file)` for each report, and each list of pages, that is written
  /// to a file.
  template <class Visit>
  void for_each_file(Visit const& visit) const {
    if (has_report_file()) visit("--output", main_format(), common.output);
    for (ExtraReport const& report : reports) {
      if (!report.file.empty()) visit("--report", report.format, report.file);
    }
    if (!pages.empty()) visit("--pages", report_format_of(pages), pages);
    if (!graph.empty()) visit("--graph", report_format_of(graph), graph);
  }

  std::optional<ReportFormat> format;
  std::vector<ExtraReport> reports;  ///< further ones
  std::string pages;                 ///< a file of rows of pages
  std::string graph;                 ///< a file of rows of links
  bool has_texts = false;            ///< rows of links have their texts
  std::size_t max_findings = SIZE_MAX;
  std::string date;
  std::string root;
  site::CheckSettings settings;
  NetworkOptions network;
  FailOn fail_on = FailOn::error;
  std::string baseline;
  bool update_baseline = false;
  bool watch = false;
  /// The rules whose findings are repaired; empty: all that may have a repair. Nothing: no --fix.
  std::optional<std::vector<site::Rule>> fix;
  bool in_place = false;
  std::string backup;
};

}  // namespace hrefkit::cli
