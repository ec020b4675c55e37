#include "hrefkit/html/base_url.h"

#include <algorithm>

#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/result.h"

namespace hrefkit::html {

std::string_view name(BaseSource source) {
  static constexpr text::EnumTable<BaseSource::item> names({
      {BaseSource::document, "document"},
      {BaseSource::base, "base"},
      {BaseSource::xml_base, "xml-base"},
      {BaseSource::creator, "creator"},
      {BaseSource::container, "container"},
      {BaseSource::item, "item"},
  });
  return names[source].name;
}

BaseUrl::BaseUrl(std::string_view url, url::ResolveOptions options)
    : resolver(url::Resolver::with_base(url, options).value_or(url::Resolver(options))) {
  if (resolver.base() != url) own_ = url;
}

std::string_view name(BaseElementStatus status) {
  static constexpr text::EnumTable<BaseElementStatus::over_budget> names({
      {BaseElementStatus::used, "used"},
      {BaseElementStatus::no_href, "no-href"},
      {BaseElementStatus::second, "second"},
      {BaseElementStatus::in_template, "in-template"},
      {BaseElementStatus::in_shadow_tree, "in-shadow-tree"},
      {BaseElementStatus::not_html, "not-html"},
      {BaseElementStatus::outside_head, "outside-head"},
      {BaseElementStatus::unresolvable, "unresolvable"},
      {BaseElementStatus::unusable_scheme, "unusable-scheme"},
      {BaseElementStatus::removed, "removed"},
      {BaseElementStatus::blocked, "blocked"},
      {BaseElementStatus::over_budget, "over-budget"},
  });
  return names[status].name;
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
