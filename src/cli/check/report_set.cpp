#include "hrefkit/cli/check/report_set.h"

#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>

#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/site_root.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// The relative reference to `folder` from the place of a report, which lies in the working folder
/// where it has no name: "./public/", "./../site/".
std::string reference_to_folder(std::string const& folder, std::string const& report) {
  const fs::path from = report.empty() ? fs::path() : fs::path(report).parent_path();
  const fs::path there(site::absolute_path(folder));
  const fs::path here(site::absolute_path(from.empty() ? "." : from.native()));
  return "./" + url::percent_encode_path(there.lexically_relative(here).generic_string()) + "/";
}

}  // namespace

void guard_reports(CheckCommand const& command, Environment const& environment) {
  const auto to_standard_output =
      std::count_if(command.reports.begin(), command.reports.end(),
                    [](ExtraReport const& report) { return report.file.empty(); });
  const bool has_main = !command.has_report_file() && !command.update_baseline;
  if (to_standard_output + (has_main ? 1 : 0) > 1) {
    throw UsageError("--report", "standard output has a report already: name a file");
  }
  const fs::path root = site_root(command);
  std::vector<std::string> places;  // of the files that are written
  if (!command.baseline.empty()) places.push_back(place_of(command.baseline));
  command.for_each_file([&](char const* option, ReportFormat format, std::string const& file) {
    const OutputGuard guard(command.common, environment, option, file);
    const site::FileRules files = site::extension_rules(command.settings.extension_types);
    if (!command.is_live()) {
      guard.check_site(root.native(), beginning_of(format), files);
      for (const std::string_view list : site::url_list_paths()) {
        guard.check_input((root / std::string(list)).native());
      }
      for (const std::string_view name : site::redirect_files) {
        guard.check_input((root / std::string(name)).native());
      }
      guard.check_input((root / ignore_file).native());
    }
    for (std::string const& redirects : command.settings.redirects) guard.check_input(redirects);
    for (site::Mount const& mount : command.settings.mounts) {
      guard.check_site(mount.folder, beginning_of(format), files);
    }
    guard.check_input(ignore_file);
    guard.check_input(command.baseline);
    guard.check_input(command.settings.keep_urls);
    for (std::string const& read :
         {command.network.cache, command.network.cookie_jar, command.network.ca_file}) {
      guard.check_input(read);
    }
    boost::system::error_code error;
    if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return;  // a device
    const std::string place = place_of(file);
    if (place.empty()) return;
    const auto other = std::find(places.begin(), places.end(), place);
    if (other == places.begin() && other != places.end() && !command.baseline.empty()) {
      throw UsageError(option, "'" + command.baseline + "' is the baseline: name another file");
    }
    if (other != places.end()) throw UsageError(option, "'" + file + "' is written already");
    places.push_back(place);
  });
}

ReportSet::ReportSet(CheckCommand const& command, Environment const& environment,
                     std::string const& root)
    : command_(command), root_(root) {
  if (command.common.verbose) shared_.list_all();
  // With --update-baseline, only files get a report.
  const std::string output = command.has_report_file() ? command.common.output : std::string();
  // The dry run of --fix prints its changes there.
  const bool prints_diff = command.fix && !command.in_place && command.common.output.empty();
  if ((!command.update_baseline || !output.empty()) && !prints_diff) {
    open(command, environment, command.main_format(), output);
  }
  for (ExtraReport const& report : command.reports) {
    open(command, environment, report.format, report.file);
  }
}

void ReportSet::open(CheckCommand const& command, Environment const& environment,
                     ReportFormat format, std::string const& file) {
  CommonOptions common = command.common;
  common.output = file;
  auto run = std::make_unique<Run>(format, file, environment.out);
  ReportOptions options;
  options.format = format;
  options.style = row_style(Format::text, common, environment);
  options.root = root_;
  options.version = HREFKIT_VERSION;
  options.date = command.date;
  options.site_url = folder_url("--site-url", command.settings.site_url, url::Standard::whatwg);
  if (command.is_live()) {
    options.pages = root_ + "/";
  } else {
    options.pages = options.site_url.empty() ? reference_to_folder(root_, file) : options.site_url;
  }
  options.max_findings = command.max_findings;
  options.is_file = !file.empty();
  options.shared = &shared_;
  options.has_baseline = !command.baseline.empty();
  options.has_answers =
      command.settings.external == site::ExternalLinks::check || command.is_live();
  options.has_texts = command.has_texts;
  options.has_sources = !command.settings.sources.empty();
  run->report =
      make_report(options, [output = &run->output](auto text) { return output->write(text); });
  reports_.push_back(std::move(run));
}

bool ReportSet::has(ReportFormat format) const {
  return std::any_of(reports_.begin(), reports_.end(),
                     [&](auto const& run) { return run->format == format; });
}

bool ReportSet::has_fixes() const {
  return std::any_of(reports_.begin(), reports_.end(),
                     [](auto const& run) { return shows_fixes(run->format); });
}

void ReportSet::warn_of_uncut(Messages& messages) const {
  for (auto const& run : reports_) {
    if (is_cut(run->format)) continue;
    const std::string name(name_of(report_format_names(), run->format));
    messages.warning("--max-findings", "does not cut " + name + ", which has each finding");
  }
}

bool ReportSet::has_error() const {
  return std::any_of(reports_.begin(), reports_.end(),
                     [](auto const& run) { return run->output.error().has_value(); });
}

bool ReportSet::has_lost_reader() const {
  return std::any_of(reports_.begin(), reports_.end(),
                     [](auto const& run) { return run->output.is_cut_off(); });
}

bool ReportSet::writes(std::string_view file) {
  if (!places_) {
    places_.emplace();
    command_.for_each_file([&](char const*, ReportFormat, std::string const& report) {
      places_->push_back(place_of(report));
    });
  }
  if (places_->empty()) return false;
  const std::string place = place_of(std::string(file));
  return std::find(places_->begin(), places_->end(), place) != places_->end();
}

void ReportSet::begin() {
  for (auto const& run : reports_) run->report->begin();
}

bool ReportSet::emit(site::Finding const& finding) {
  bool is_wanted = false;
  shared_.emit(finding);
  for (auto const& run : reports_) is_wanted |= run->report->emit(finding);
  return is_wanted;
}

void ReportSet::end(site::CheckSummary const& summary, std::size_t inputs_read,
                    Messages& messages) {
  shared_.end(summary.causes);
  for (auto const& run : reports_) {
    run->report->end(summary);
    if (!summary.asked.is_stopped) {
      run->output.finish(inputs_read);
    } else if (const std::string file = run->output.finish_incomplete(); !file.empty()) {
      messages.warning(file, "has the incomplete report");
    }
  }
}

std::size_t ReportSet::folded() const {
  std::size_t findings = 0;
  if (shared_.lists_all()) return 0;
  for (site::CauseFindings const& cause : shared_.of_causes()) findings += cause.links;
  return findings;
}

void ReportSet::finish_empty() {
  for (auto const& run : reports_) run->output.finish(0);
}

void ReportSet::warn_of_left_out(Messages& messages) const {
  for (auto const& run : reports_) {
    const std::string left = run->report->left_out();
    if (!left.empty()) messages.warning("", left);
  }
}

bool ReportSet::report_errors(Messages& messages) const {
  bool has_error = false;
  for (auto const& run : reports_) has_error |= messages.report(run->output.error());
  return has_error;
}

}  // namespace hrefkit::cli
