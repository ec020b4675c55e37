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

// clang-format off
constexpr text::EnumTable<Rule::external, RuleRow> rules({
    {Rule::missing_file, "missing-file", Severity::error, "The link leads to a file that does not exist."},
    {Rule::missing_index, "missing-index", Severity::error, "The link leads to a folder that has no index file."},
    {Rule::missing_fragment, "missing-fragment", Severity::error, "The page exists, but no element has the id or name that the fragment asks for."},
    {Rule::case_mismatch, "case-mismatch", Severity::error, "The path differs from an existing file in letter case only; most servers do not find it."},
    {Rule::unresolvable_url, "unresolvable-url", Severity::error, "The reference is not a URL."},
    {Rule::outside_site, "outside-site", Severity::error, "The link leaves the path of the site on its own host: a prefix was forgotten."},
    {Rule::redirect_broken, "redirect-broken", Severity::error, "A redirect leads to a file that does not exist."},
    {Rule::redirect_loop, "redirect-loop", Severity::error, "Redirects lead back to where they began."},
    {Rule::base_moves_fragment, "base-moves-fragment", Severity::error, "The fragment is in this page, but the base URL leads the link to another address."},
    {Rule::insecure_own_url, "insecure-own-url", Severity::error, "The site is served by https, but the link to it says http."},
    {Rule::base_ignored, "base-ignored", Severity::warning, "A base element is a second one, or its URL cannot be a base."},
    {Rule::duplicate_id, "duplicate-id", Severity::warning, "A link leads to an id that several elements have."},
    {Rule::empty_link, "empty-link", Severity::warning, "The attribute is empty where HTML wants a URL."},
    {Rule::mixed_content, "mixed-content", Severity::warning, "A page served by https loads something by http."},
    {Rule::undeclared_encoding, "undeclared-encoding", Severity::warning, "The URL depends on the page's encoding, which is not declared."},
    {Rule::loaded_before_base, "loaded-before-base", Severity::warning, "The link stands before the base element: a browser loads another file than the one that scripts read from it later."},
    {Rule::orphan_page, "orphan-page", Severity::warning, "No other page leads to this page."},
    {Rule::external, "external", Severity::note, "The link leads to another site."},
});
// clang-format on

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

constexpr text::EnumTable<SkipReason::too_long, ReasonRow> reasons({
    {SkipReason::not_fetched, "not fetched by browsers"},
    {SkipReason::no_rel, "link elements without rel"},
    {SkipReason::hint, "hints about hosts"},
    {SkipReason::dropped_candidate, "dropped srcset candidates"},
    {SkipReason::scheme, "other schemes"},
    {SkipReason::file_url, "file URLs"},
    {SkipReason::page_state, "fragments for scripts"},
    {SkipReason::unlisted, "in folders that cannot be listed"},
    {SkipReason::too_long, "on pages whose URLs are too long all together"},
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
