#include "hrefkit/cli/check/option_warnings.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_forms.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

/// What this run lacks for an option to have an effect; empty where it has it.
std::string_view unmet_need(CheckCommand const& command, RequiredMode needs) {
  const bool asks_foreign = command.settings.external == site::ExternalLinks::check;
  switch (needs) {
    case RequiredMode::nothing:
      break;
    case RequiredMode::requests:
      if (!asks_foreign && !command.is_live()) return "with --external check or for a live site";
      break;
    case RequiredMode::foreign:
      if (!asks_foreign) return "with --external check";
      break;
    case RequiredMode::crawl:
      if (!command.is_live()) return "for a live site: hrefkit check https://h.example/";
      break;
    case RequiredMode::cache:
      if (command.network.cache.empty()) return "with --cache";
      break;
  }
  return {};
}

}  // namespace

void warn_of_ineffective_options(CheckCommand const& command, site::CheckOptions const& options,
                                 bool asks_external, Messages& messages) {
  if (!asks_external && command.settings.external == site::ExternalLinks::check) {
    messages.warning("--external", "no rule about other sites is on: no link to them is checked");
  }
  for (OptionRow const& option : command.common.conditional) {
    const std::string_view needed = unmet_need(command, option.needs);
    if (needed.empty()) continue;
    messages.warning("--" + std::string(option.key()), "has an effect only " + std::string(needed));
  }
  if (!options.pages.starts.empty() && !options.pages.rows &&
      options.severities[site::Rule::island_page] == site::Severity::off) {
    messages.warning("--start", "has an effect only with --pages or the rule island-page");
  }
  if (options.pages.external && !options.pages.edges) {
    messages.warning("--also", "external has an effect only with --graph");
  }
  const bool is_report = command.has_report_file();
  if (is_report &&
      chooses_no_format(command.format, report_format_names(), command.common.output)) {
    messages.warn_of_format(command.common.output);
  }
  // A rule that is asked for, but not the option without which it finds nothing.
  const auto warn_of_rule = [&](site::Rule rule, bool has_option, std::string const& option) {
    std::vector<site::Rule> const& rules = command.settings.rules;
    if (has_option || std::find(rules.begin(), rules.end(), rule) == rules.end()) return;
    messages.warning("--rules", std::string(name(rule)) + " finds something only with " + option);
  };
  warn_of_rule(site::Rule::orphan_page, options.orphans, "--orphans");
  warn_of_rule(site::Rule::orphan_file, options.orphans, "--orphans");
  warn_of_rule(site::Rule::not_from_files, options.as_files, "--as-files");
  warn_of_rule(site::Rule::removed_url,
               !command.settings.keep_urls.empty() || !command.settings.since.empty(),
               "--keep-urls or --since");
  warn_of_rule(site::Rule::id_lost, !command.settings.since.empty(), "--since");
  warn_of_rule(site::Rule::external, options.list_external, "--external list");
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    if (!name(rule).starts_with("external-")) continue;
    warn_of_rule(rule, command.settings.external == site::ExternalLinks::check, "--external check");
  }
}

void warn_of_pattern_of_all(CheckCommand const& command, site::Site const& site,
                            Messages& messages) {
  constexpr std::size_t max_asked = 100;
  const auto pages = site.pages().first(std::min(site.pages().size(), max_asked));
  if (pages.empty()) return;
  for (std::string const& text : command.settings.exclude_url) {
    UrlPatterns pattern;
    if (!pattern.add(text)) continue;
    const bool is_all = std::all_of(pages.begin(), pages.end(), [&](site::EntryId page) {
      return pattern.match(site.url(page));
    });
    if (!is_all) continue;
    messages.warning("--exclude-url", "'" + text +
                                          "' matches the address of every page: no link to the "
                                          "site itself is reported");
  }
}

}  // namespace hrefkit::cli
