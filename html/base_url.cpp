#include "hrefkit/html/base_url.h"

#include <algorithm>

#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

std::string_view name(BaseSource source) {
  static constexpr text::EnumTable<BaseSource::container> names({
      {BaseSource::document, "document"},
      {BaseSource::base, "base"},
      {BaseSource::xml_base, "xml-base"},
      {BaseSource::creator, "creator"},
      {BaseSource::container, "container"},
  });
  return names[source].name;
}

BaseUrl::BaseUrl(std::string_view url, url::ResolveOptions options)
    : resolver(url::Resolver::with_base(url, options).value_or(url::Resolver(options))) {
  if (resolver.base() != url) own_ = url;
}

std::string_view name(BaseElementFate fate) {
  static constexpr text::EnumTable<BaseElementFate::over_budget> names({
      {BaseElementFate::used, "used"},
      {BaseElementFate::no_href, "no-href"},
      {BaseElementFate::second, "second"},
      {BaseElementFate::in_template, "in-template"},
      {BaseElementFate::in_shadow_tree, "in-shadow-tree"},
      {BaseElementFate::not_html, "not-html"},
      {BaseElementFate::outside_head, "outside-head"},
      {BaseElementFate::unresolvable, "unresolvable"},
      {BaseElementFate::unusable_scheme, "unusable-scheme"},
      {BaseElementFate::removed, "removed"},
      {BaseElementFate::blocked, "blocked"},
      {BaseElementFate::over_budget, "over-budget"},
  });
  return names[fate].name;
}

BaseId DocumentBase::base_at(std::uint32_t offset) const {
  const std::size_t begun = epochs_before(offset);
  return begun == 0 ? fallback : epochs[begun - 1].base;
}

std::size_t DocumentBase::epochs_before(std::uint32_t offset) const {
  const auto after = std::partition_point(
      epochs.begin(), epochs.end(), [&](BaseEpoch const& epoch) { return epoch.from < offset; });
  return static_cast<std::size_t>(after - epochs.begin());
}

}  // namespace hrefkit::html
