#include "hrefkit/html/base_effect.h"

namespace hrefkit::html {

std::string_view name(BaseEffect effect) {
  switch (effect) {
    case BaseEffect::hyperlink:
      return "hyperlink";
    case BaseEffect::cite:
      return "cite";
    case BaseEffect::none:
      return "none";
  }
  return {};
}

BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard) {
  const bool living = standard == url::Standard::whatwg;
  const EffectStandards in = row.effect_standards;
  if (in != EffectStandards::all && (in == EffectStandards::living) != living) {
    return BaseEffect::none;
  }
  // An element without href creates no hyperlink, so its ping belongs to none.
  if (row.attribute == "ping" && document.find_attribute(element, "href") == nullptr &&
      document.find_attribute(element, "href", Namespace::xlink) == nullptr) {
    return BaseEffect::none;
  }
  return row.effect;
}

}  // namespace hrefkit::html
