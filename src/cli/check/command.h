// `hrefkit check`: the broken links of a site.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// What becomes of links to other sites.
enum class External : std::uint8_t { off, list };

/// The least severity that makes `check` exit with 1.
enum class FailOn : std::uint8_t { error, warning, none };

/// A rule and the severity that it is to have.
struct RuleSeverity {
  site::Rule rule = site::Rule::missing_file;
  site::Severity severity = site::Severity::error;
};

/// What `check` was asked for.
struct CheckCommand {
  CommonOptions common;
  ReportFormat format = ReportFormat::text;
  std::string root;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::vector<site::Rule> rules;  ///< only these; empty: all
  std::vector<std::string> severities;
  std::vector<std::string> exclude;
  std::vector<std::string> include_path;
  std::vector<std::string> exclude_path;
  External external = External::off;
  FailOn fail_on = FailOn::error;
  std::string baseline;
  bool update_baseline = false;
  bool orphans = false;
  bool hidden = false;
  bool watch = false;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, CheckCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_check(CheckCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
