#include "hrefkit/html/base_effect.h"

#include "hrefkit/html/link_rel.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

std::string_view name(BaseEffect effect) {
  static constexpr text::EnumTable<BaseEffect::reload> names({
      {BaseEffect::hyperlink, "hyperlink"},
      {BaseEffect::cite, "cite"},
      {BaseEffect::none, "none"},
      {BaseEffect::reload, "reload"},
  });
  return names[effect].name;
}

BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard) {
  const bool living = standard == url::Standard::whatwg;
  const EffectStandards in = row.effect_standards;
  if (in != EffectStandards::all && (in == EffectStandards::living) != living) {
    return BaseEffect::none;
  }
  // An element without href creates no hyperlink for its ping.
  if (row.attribute == "ping" && !document.find_attribute(element, "href") &&
      !document.find_attribute(element, "href", Namespace::xlink)) {
    return BaseEffect::none;
  }
  if (row.effect == BaseEffect::hyperlink && row.rule == LinkRule::kind_by_rel) {
    const auto rel = document.find_attribute(element, "rel");
    if (!rel || !creates_hyperlink(rel->value)) return BaseEffect::none;
  }
  return row.effect;
}

}  // namespace hrefkit::html
