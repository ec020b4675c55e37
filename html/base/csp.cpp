#include "hrefkit/html/base/csp.h"

#include <optional>

#include "hrefkit/html/base/source_expression.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::equals_ignoring_ascii_case;
using text::strip_ascii_whitespace;

/// Takes a run of characters other than ASCII white space off the front of `rest`.
std::string_view take_token(std::string_view& rest) {
  rest = strip_ascii_whitespace(rest);
  return text::take_until(rest, text::ascii_whitespace);
}

/// The value of the policy's first directive of that name. CSP Level 3, 2.2.1, step 3.2: a
/// directive that is not all ASCII does not count.
std::optional<std::string_view> find_directive(std::string_view policy, std::string_view name) {
  while (!policy.empty()) {
    std::string_view directive = take_part(policy, ';');
    if (!text::is_ascii(directive)) continue;
    const bool is_it = equals_ignoring_ascii_case(take_token(directive), name);
    if (is_it) return strip_ascii_whitespace(directive);
  }
  return std::nullopt;
}

/// CSP Level 3, 6.7.2.7 "Does url match source list in origin with redirect count?"
bool matches_source_list(std::string_view list, UrlParts const& url, UrlParts const& self) {
  for (auto expression = take_token(list); !expression.empty(); expression = take_token(list)) {
    if (matches_source_expression(expression, url, self)) return true;
  }
  return false;
}

}  // namespace

bool has_directive(std::string_view content, std::string_view name) {
  while (!content.empty()) {
    if (find_directive(take_part(content, ','), name)) return true;
  }
  return false;
}

PolicyId PolicyTable::append(PolicyId in_force, std::string_view content, std::string_view self) {
  while (!content.empty()) {
    const auto list = find_directive(take_part(content, ','), "base-uri");
    if (!list) continue;
    policies_.push_back({in_force, std::string(*list), keep_self(self)});
    in_force = static_cast<PolicyId>(policies_.size());
  }
  return in_force;
}

/// Documents of one file mostly have the same.
std::string_view PolicyTable::keep_self(std::string_view self) {
  if (selves_.empty() || selves_.back() != self) selves_.emplace_back(self);
  return selves_.back();
}

BaseElementFate PolicyTable::judge(PolicyId in_force, std::string_view base) {
  if (in_force == 0) return BaseElementFate::used;  // FAST: the base may be long
  const UrlParts url = split_url(base);
  while (in_force != 0) {
    Policy const& policy = policies_[in_force - 1];
    const std::size_t work = policy.source_list.size() + policy.self.size() + 1;
    if (work > budget_) return BaseElementFate::over_budget;
    budget_ -= work;
    if (!matches_source_list(policy.source_list, url, split_url(policy.self))) {
      return BaseElementFate::blocked;
    }
    in_force = policy.outer;
  }
  return BaseElementFate::used;
}

}  // namespace hrefkit::html
