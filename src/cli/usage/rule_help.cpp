#include "hrefkit/cli/usage/rule_help.h"

#include <algorithm>
#include <array>

#include "hrefkit/cli/usage/help.h"
#include "hrefkit/site/fix/site_fixes.h"

namespace hrefkit::cli {

namespace {

/// A way to silence every rule: a command line or a part of a file, and its effect.
struct Silencer {
  std::string_view text;
  std::string_view what;
};

constexpr std::string_view rule_mark = "RULE";  // replaced by the name of the rule

constexpr std::array silencers{
    Silencer{"--severity RULE=off",
             "the whole rule; in a configuration severity = [\"RULE=off\"] below [check]"},
    Silencer{"--exclude-url REGEX", "links whose URL matches; in .hrefkitignore one REGEX a line"},
    Silencer{"--exclude-path GLOB", "what is found in files whose path matches"},
    Silencer{"data-hrefkit-ignore", "an attribute: the links of that element and of all in it"},
    Silencer{"--baseline FILE --update-baseline",
             "what is found now: without --update-baseline only what is new is reported"},
};

std::string with_rule(std::string_view text, std::string_view rule) {
  std::string filled(text);
  for (std::size_t at = filled.find(rule_mark); at != filled.npos;
       at = filled.find(rule_mark, at)) {
    filled.replace(at, rule_mark.size(), rule);
    at += rule.size();
  }
  return filled;
}

/// What to do about a finding.
std::string repair_of(site::Rule rule) {
  std::string text(advice_on(rule).repair);
  if (site::has_fixes(rule)) {
    text += " `hrefkit check --fix` does so where there is one safe answer.";
  }
  return text;
}

}  // namespace

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    names.push_back(name(static_cast<site::Rule>(i)));
  }
  return names;
}

std::string rule_help(site::Rule rule, std::size_t width) {
  site::RuleAdvice const& advice = advice_on(rule);
  std::string out =
      std::string(name(rule)) + " (" + std::string(name(default_severity(rule))) + ")\n\n";
  out += wrapped(description(rule), 0, width);
  const auto append = [&](std::string_view title, std::string_view what) {
    out.append("\n").append(title).append(":\n  ");
    out += wrapped(what, 2, width);
  };
  append("Example", advice.example);
  append("Repair", repair_of(rule));
  out += "\nSilence:\n";
  if (!advice.silence.empty()) out += "  " + wrapped(advice.silence, 2, width);
  for (Silencer const& silencer : silencers) {
    out += "  " + with_rule(silencer.text, name(rule)) + "\n      ";
    out += wrapped(with_rule(silencer.what, name(rule)), 6, width);
  }
  return out;
}

std::string rules_list() {
  std::string list;
  const auto append_cell = [&](std::string_view text, std::size_t width) {
    list.append("  ").append(text).append(width - std::min(width, text.size()), ' ');
  };
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    append_cell(name(rule), 22);
    append_cell(name(default_severity(rule)), 7);
    append_cell(description(rule), 0);
    list += '\n';
  }
  return list;
}

std::string rules_page() {
  std::string page =
      "<!-- Made by: hrefkit --generate rules -->\n"
      "# The rules of check\n\n"
      "What [`hrefkit check`](README.md) finds. `hrefkit help RULE` prints the same text for a "
      "rule.\n\n"
      "| rule | severity | meaning |\n|---|---|---|\n";
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    const std::string label(name(rule));
    page.append("| [`")
        .append(label)
        .append("`](#")
        .append(label)
        .append(") | ")
        .append(name(default_severity(rule)))
        .append(" | ")
        .append(description(rule))
        .append(" |\n");
  }
  page += "\n## How to silence a rule\n\n| by | what it silences |\n|---|---|\n";
  for (Silencer const& silencer : silencers) {
    page.append("| `").append(silencer.text).append("` | ").append(silencer.what).append(" |\n");
  }
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    site::RuleAdvice const& advice = advice_on(rule);
    page.append("\n## ").append(name(rule)).append("\n\n").append(description(rule)).append("\n\n");
    page.append("- Example: ").append(advice.example).append("\n");
    page.append("- Repair: ").append(repair_of(rule)).append("\n");
    if (!advice.silence.empty()) {
      page.append("- Silence: ").append(advice.silence).append("\n");
    }
  }
  return page;
}

}  // namespace hrefkit::cli
