// The help of rules: the text of `hrefkit help RULE`, and the page of all rules of `check`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/check.h"

namespace hrefkit::cli {

/// The names of all rules, in the order of the table.
std::vector<std::string_view> rule_names();

/// The meaning of a rule, an example, how to repair a finding and how to silence it, in lines of at
/// most `width` columns where words allow.
std::string rule_help(site::Rule rule, std::size_t width);

/// Name, severity and meaning of all rules, each on a line.
std::string rules_list();

/// The texts of rule_help for all rules, in Markdown: src/cli/check/RULES.md.
std::string rules_page();

}  // namespace hrefkit::cli
