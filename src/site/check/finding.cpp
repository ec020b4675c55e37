#include "hrefkit/site/finding.h"

#include <algorithm>

#include "hrefkit/site/check.h"

namespace hrefkit::site {

namespace {

struct RuleRow {
  Rule rule;
  std::string_view name;
  Severity severity;
  std::string_view description;
};

// clang-format off
constexpr std::array<RuleRow, rule_count> rows{{
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
    {Rule::orphan_page, "orphan-page", Severity::warning, "No other page leads to this page."},
    {Rule::external, "external", Severity::note, "The link leads to another site."},
}};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].rule) != i) return false;
  }
  return true;
}
static_assert(in_order());

RuleRow const& row(Rule rule) {
  return rows[static_cast<std::size_t>(rule)];
}

constexpr std::array<std::string_view, 4> severity_names{"off", "note", "warning", "error"};

}  // namespace

std::string_view name(Rule rule) {
  return row(rule).name;
}

std::string_view name(Severity severity) {
  return severity_names[static_cast<std::size_t>(severity)];
}

std::optional<Rule> rule_from_name(std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](RuleRow const& r) { return r.name == name; });
  if (found == rows.end()) return std::nullopt;
  return found->rule;
}

std::optional<Severity> severity_from_name(std::string_view name) {
  const auto found = std::find(severity_names.begin(), severity_names.end(), name);
  if (found == severity_names.end()) return std::nullopt;
  return static_cast<Severity>(found - severity_names.begin());
}

Severity default_severity(Rule rule) {
  return row(rule).severity;
}

std::string_view description(Rule rule) {
  return row(rule).description;
}

Severities::Severities() {
  for (RuleRow const& r : rows) set(r.rule, r.severity);
}

std::string_view description(NotJudged reason) {
  switch (reason) {
    case NotJudged::not_fetched:
      return "not fetched by browsers";
    case NotJudged::no_rel:
      return "link elements without rel";
    case NotJudged::hint:
      return "hints about hosts";
    case NotJudged::dropped_candidate:
      return "dropped srcset candidates";
    case NotJudged::scheme:
      return "other schemes";
    case NotJudged::file_url:
      return "file URLs";
    case NotJudged::page_state:
      return "fragments for scripts";
    case NotJudged::unlisted:
      return "in folders that cannot be listed";
  }
  return {};
}

}  // namespace hrefkit::site
