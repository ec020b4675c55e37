#include "hrefkit/html/base_url.h"

#include <algorithm>
#include <iterator>

namespace hrefkit::html {

BaseUrl::BaseUrl(std::string_view url, url::ResolveOptions options)
    : resolver(url::Resolver::with_base(url, options).value_or(url::Resolver(options))) {
  if (resolver.base() != url) own_ = url;
}

std::string_view name(BaseElementFate fate) {
  switch (fate) {
    case BaseElementFate::used:
      return "used";
    case BaseElementFate::no_href:
      return "no-href";
    case BaseElementFate::second:
      return "second";
    case BaseElementFate::in_template:
      return "in-template";
    case BaseElementFate::in_shadow_tree:
      return "in-shadow-tree";
    case BaseElementFate::not_html:
      return "not-html";
    case BaseElementFate::outside_head:
      return "outside-head";
    case BaseElementFate::unresolvable:
      return "unresolvable";
    case BaseElementFate::unusable_scheme:
      return "unusable-scheme";
    case BaseElementFate::blocked:
      return "blocked";
    case BaseElementFate::over_budget:
      return "over-budget";
  }
  return {};
}

BaseId DocumentBase::base_at(std::uint32_t offset) const {
  const auto after = std::partition_point(
      epochs.begin(), epochs.end(), [&](BaseEpoch const& epoch) { return epoch.from < offset; });
  return after == epochs.begin() ? fallback : std::prev(after)->base;
}

}  // namespace hrefkit::html
