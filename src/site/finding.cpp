#include "hrefkit/site/finding.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/number_text.h"

namespace hrefkit::site {

namespace {

struct RuleRow {
  Rule value;
  std::string_view name;
  Severity severity;
  std::string_view description;
};

constexpr text::EnumTable<Rule::external, RuleRow> rules({
#define HREFKIT_RULE(rule, name, severity, description) \
  {Rule::rule, name, Severity::severity, description},
    HREFKIT_RULES(HREFKIT_RULE)
#undef HREFKIT_RULE
});

constexpr text::EnumTable<Severity::error> severities({
    {Severity::off, "off"},
    {Severity::note, "note"},
    {Severity::warning, "warning"},
    {Severity::error, "error"},
});

struct ReasonRow {
  SkipReason value;
  std::string_view description;
  std::string_view of_one = description;  ///< where it is another text
};

constexpr text::EnumTable<SkipReason::bare_specifier, ReasonRow> reasons({
    {SkipReason::not_fetched, "not fetched by browsers"},
    {SkipReason::no_rel, "`link` without `rel`, which do nothing",
     "`link` without `rel`, which does nothing"},
    {SkipReason::hint, "preconnect or dns-prefetch, which name a host alone"},
    {SkipReason::dropped_candidate, "in srcset, which browsers drop"},
    {SkipReason::scheme, "of other schemes"},
    {SkipReason::file_url, "file:"},
    {SkipReason::page_state, "#/ or #!, which scripts read"},
    {SkipReason::unlisted, "in folders that cannot be listed"},
    {SkipReason::too_long, "on pages whose URLs are too long together"},
    {SkipReason::post_form, "of forms that send data"},
    {SkipReason::joined_page, "relative in llms-full.txt, which has pages of many addresses"},
    {SkipReason::not_asked, "left out by the limits of the crawl"},
    {SkipReason::unused_script, "in scripts that no page loads"},
    {SkipReason::bare_specifier, "names of modules in scripts that may not run"},
});

}  // namespace

std::string_view name(Rule rule) {
  return rules[rule].name;
}

std::string_view name(Severity severity) {
  return severities[severity].name;
}

std::optional<Rule> rule_from_name(std::string_view name) {
  return rules.find(name);
}

std::optional<Severity> severity_from_name(std::string_view name) {
  return severities.find(name);
}

Severity default_severity(Rule rule) {
  return rules[rule].severity;
}

std::string_view description(Rule rule) {
  return rules[rule].description;
}

Severities::Severities() {
  for (RuleRow const& row : rules) set(row.value, row.severity);
}

std::string message(Cause const& cause, std::size_t links) {
  if (links == 0) return cause.alone;
  return cause.before + text::counted(links, "link ", "links ") +
         (links == 1 ? cause.one : cause.many) + cause.after;
}

namespace {

/// "data:, mailto:, javascript: and 3 more", the most frequent first.
std::string list_of_schemes(std::map<std::string, std::size_t> const& links) {
  constexpr std::size_t max_named = 5;
  constexpr std::size_t max_length = 20;
  std::vector<std::pair<std::string_view, std::size_t>> schemes(links.begin(), links.end());
  std::stable_sort(schemes.begin(), schemes.end(),
                   [](auto const& a, auto const& b) { return a.second > b.second; });
  std::string list;
  for (std::size_t i = 0; i < std::min(schemes.size(), max_named); ++i) {
    list.append(i == 0 ? "" : ", ").append(schemes[i].first.substr(0, max_length));
    list += schemes[i].first.size() > max_length ? "...:" : ":";
  }
  if (schemes.size() <= max_named) return list;
  return list + " and " + text::grouped_number(schemes.size() - max_named) + " more";
}

}  // namespace

std::string skipped_links(CheckSummary const& summary) {
  const auto reasons_met =
      static_cast<std::size_t>(std::count_if(summary.not_judged.begin(), summary.not_judged.end(),
                                             [](std::size_t links) { return links != 0; }));
  std::size_t all = 0;
  std::string list;
  for (std::size_t i = 0; i < not_judged_count; ++i) {
    const std::size_t links = summary.not_judged[i];
    if (links == 0) continue;
    all += links;
    list += list.empty() ? "" : "; ";
    if (reasons_met > 1) list += text::grouped_number(links) + " ";
    const auto reason = static_cast<SkipReason>(i);
    const bool is_scheme = reason == SkipReason::scheme && !summary.schemes.empty();
    list += is_scheme    ? list_of_schemes(summary.schemes)
            : links == 1 ? reasons[reason].of_one
                         : reasons[reason].description;
  }
  return all == 0 ? list : text::grouped_number(all) + " skipped (" + list + ")";
}

}  // namespace hrefkit::site
