// What `hrefkit help RULE` prints, and the page of all rules of `check`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/finding.h"

namespace hrefkit::cli {

/// The names of all rules, in the order of the table.
std::vector<std::string_view> rule_names();

/// What a rule means, an example, how to repair it and how to silence it, in lines of at most
/// `width` columns where words allow.
std::string rule_help(site::Rule rule, std::size_t width);

/// The same for all rules, in Markdown: src/cli/check/RULES.md.
std::string rules_page();

}  // namespace hrefkit::cli
