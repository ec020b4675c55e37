#include "hrefkit/cli/check/options.h"

#include <stdint.h>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/fix_run.h"
#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_forms.h"
#include "hrefkit/cli/check/report_set.h"
#include "hrefkit/cli/check/run.h"
#include "hrefkit/cli/check/site_root.h"
#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr text::EnumTable<FailOn::none> fail_on_names({
    {FailOn::error, "error"},
    {FailOn::warning, "warning"},
    {FailOn::none, "none"},
});

/// "FORMAT=FILE".
Parsed<ExtraReport> parse_report(std::string const& text) {
  const std::size_t equals = text.find('=');
  const std::string format = text.substr(0, equals);
  const auto value = value_of(report_format_names(), format);
  if (!value) return tl::unexpected(unknown_choice(format, names_of(report_format_names())));
  const bool has_file = equals != std::string::npos && equals + 1 < text.size();
  const std::string file = text.substr(equals + 1);
  if (has_file) return ExtraReport{*value, file == "-" ? "" : file};
  return tl::unexpected("'" + text + "' is not FORMAT=FILE");
}

/// "RULE,..." of --fix; "true" where it is given alone, and "false" in a configuration.
Parsed<std::optional<std::vector<site::Rule>>> parse_fix(std::string const& text) {
  using Rules = std::vector<site::Rule>;
  if (text == "true") return Rules();
  if (text == "false") return std::nullopt;
  const auto names = site::items_of(text);
  if (!names) return tl::unexpected(names.error());
  Rules rules;
  for (std::string const& given : *names) {
    const auto rule = site::rule_from_name(given);
    if (!rule) {
      return tl::unexpected(
          unknown_choice(given, names_of(text::names_up_to<site::Rule::external>())));
    }
    rules.push_back(*rule);
  }
  return rules;
}

/// A file whose name says in which form its rows are.
Parsed<std::string> parse_list_file(std::string const& text) {
  if (text.ends_with(".csv") || text.ends_with(".jsonl")) return text;
  return tl::unexpected("'" + text + "' is not the name of a file that ends in .csv or .jsonl");
}

}  // namespace

CheckCommand::CheckCommand()
    : Command({"check", "Find the broken links of a site",
               "hrefkit check public\n"
               "hrefkit check --site-url https://docs.example/guide/ public\n"
               "hrefkit check --external check --cache links.db public\n"
               "hrefkit check http://localhost:3000/\n"
               "hrefkit check --fix --in-place public\n"
               "hrefkit check --format github --baseline known.jsonl public",
               "There are findings of the severity that --fail-on names, or of a higher one."}) {}

void CheckCommand::add_options(OptionSet& options) {
  options.arguments(
      "FOLDER|URL", common.inputs,
      "The folder of the site, or the http or https URL at which the crawl of a live site "
      "begins. Instead: files and folders in the folder of --root DIR, or files in the working "
      "folder",
      "FOLDER|URL");
  options.text("--files-from", common.files_from);
  options.flag("--null", common.null_separated);
  bind_settings(options, settings, "site-url");
  options.text(
      {"--root", "Folder of the site; the arguments are then files and folders in it [FOLDER]"},
      root);
  bind_settings(options, settings, "allow-empty");
  options.text("--baseline", baseline);
  options.flag("--update-baseline", update_baseline);
  options.flag("--watch", watch);
  Setting fixes = site::one(fix, parse_fix);
  fixes.is_optional = true;
  options.bind("--fix", std::move(fixes));
  options.flag({"--in-place", "With --fix, replace the files that are repaired"}, in_place);
  options.parsed("--backup", backup, site::parse_suffix);
  options.choice({"--format", "Format of the report [text, or what the extension of -o says]"},
                 format, report_format_names());
  options.parsed_texts("--report", reports, parse_report);
  options.parsed("--pages", pages, parse_list_file);
  options.parsed("--graph", graph, parse_list_file);
  options.flag(
      {"--text", "With --graph, add the text of each link, which takes as long as the check"},
      has_texts);
  options.number("--max-findings", max_findings, 0, SIZE_MAX);
  add_network_options(options, settings, network);
  options.text("--date", date);
  options.choice({"--fail-on", "LEVEL", "Lowest severity that gives exit code 1"}, fail_on,
                 fail_on_names);
  add_output_options(options, common,
                     {"--output",
                      "Write the results to FILE; it is replaced only at the end, if an input was "
                      "read. With --fix it is a folder, for the repaired site"});
}

std::vector<Destination> CheckCommand::outputs() const {
  std::vector<Destination> paths{{"--cache", network.cache}};
  for_each_file([&](char const* option, ReportFormat, std::string const& file) {
    paths.push_back({option, file});
  });
  if (update_baseline) paths.push_back({"--baseline", baseline});
  if (fix) paths.push_back({"--output", common.output});
  return paths;
}

int CheckCommand::run(Environment const& environment) const {
  refuse_folder_options(*this);
  check_fix_options(*this);
  guard_reports(*this, environment);
  if (watch && settings.external == site::ExternalLinks::check) {
    throw UsageError("--watch",
                     "does not go with --external check: each change would have other "
                     "sites asked again");
  }
  return watch ? watch_check(*this, environment) : run_check(*this, environment);
}

std::unique_ptr<Command> make_check_command() {
  return std::make_unique<CheckCommand>();
}

}  // namespace hrefkit::cli
