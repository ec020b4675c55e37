#include "hrefkit/site/finding.h"

#include "hrefkit/site/check.h"
#include "hrefkit/text/enum_table.h"

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
};

constexpr text::EnumTable<SkipReason::not_asked, ReasonRow> reasons({
    {SkipReason::not_fetched, "not fetched by browsers"},
    {SkipReason::no_rel, "link elements without rel"},
    {SkipReason::hint, "hints about hosts"},
    {SkipReason::dropped_candidate, "dropped srcset candidates"},
    {SkipReason::scheme, "other schemes"},
    {SkipReason::file_url, "file URLs"},
    {SkipReason::page_state, "fragments for scripts"},
    {SkipReason::unlisted, "in folders that cannot be listed"},
    {SkipReason::too_long, "on pages whose URLs are too long all together"},
    {SkipReason::post_form, "forms that send data"},
    {SkipReason::not_asked, "not asked for"},
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

std::string_view description(SkipReason reason) {
  return reasons[reason].description;
}

}  // namespace hrefkit::site
