#include <algorithm>
#include <utility>

#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// True for what may follow a prefix at the border of a component.
bool is_border(std::string_view rest, std::string_view prefix) {
  if (rest.empty()) return true;
  if (url::fragment_of(prefix)) return false;
  if (url::query_of(prefix)) return rest[0] == '#';
  return prefix.ends_with('/') || rest[0] == '/' || rest[0] == '?' || rest[0] == '#';
}

bool is_below(std::string_view url, std::string_view prefix) {
  return url.starts_with(prefix) && is_border(url.substr(prefix.size()), prefix);
}

bool has_query_or_fragment(std::string_view url) {
  return url::without_query(url).size() < url.size();
}

}  // namespace

void Rebases::add(std::string old_prefix, std::string new_prefix) {
  // A folder gives way to a folder.
  if (old_prefix.ends_with('/') && !new_prefix.ends_with('/') &&
      !has_query_or_fragment(new_prefix)) {
    new_prefix += '/';
  }
  rules_.push_back({std::move(old_prefix), std::move(new_prefix)});
  std::stable_sort(rules_.begin(), rules_.end(),
                   [](Rule const& a, Rule const& b) { return a.from.size() > b.from.size(); });
}

std::optional<std::string> Rebases::apply(std::string_view url, UrlAge age) const {
  for (Rule const& rule : rules_) {
    if (!is_below(url, rule.from)) continue;
    const bool is_nested = rule.to != rule.from && is_below(rule.to, rule.from);
    if (age == UrlAge::unknown && is_nested && is_below(url, rule.to)) return std::nullopt;
    const std::string_view rest = url.substr(rule.from.size());
    std::string moved = rule.to;
    // "/old" gives way to "/new/"; after "/old/" a slash is an empty segment, which stays.
    const bool has_two = rest.starts_with('/') && moved.ends_with('/');
    if (has_two && !rule.from.ends_with('/')) moved.pop_back();
    moved += rest;
    return moved;
  }
  return std::nullopt;
}

std::vector<std::string> Rebases::overlaps() const {
  std::vector<std::string> prefixes;
  for (Rule const& rule : rules_) {
    if (rule.from == rule.to) continue;
    if (is_below(rule.to, rule.from)) {
      prefixes.push_back(rule.to);
    } else if (is_below(rule.from, rule.to)) {
      prefixes.push_back(rule.from + rule.from.substr(rule.to.size()));
    }
  }
  return prefixes;
}

}  // namespace hrefkit::site
