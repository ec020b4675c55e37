#include "hrefkit/html/base_effect.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "hrefkit/html/live/hyperlink_rel.h"

namespace hrefkit::html {

namespace {

using E = BaseEffect;
using enum Namespace;

/// Which standards have a row.
enum class In : std::uint8_t { all, living, older };

/// An attribute that is resolved again. All others are not directly affected.
struct EffectRow {
  Namespace element_ns;
  std::string_view element;  ///< "*" is any element of the namespace
  Namespace attribute_ns;
  std::string_view attribute;
  BaseEffect effect;
  In in;
  std::string_view source;
};

// HTML5 is the W3C draft. The texts speak of `href`; SVG's and MathML's hyperlinks have it in the
// XLink namespace as well.
// clang-format off
constexpr auto rows = std::to_array<EffectRow>({
    {html, "a", none, "href", E::hyperlink, In::all, "HTML5 2.6.5, creates a hyperlink"},
    {html, "a", none, "ping", E::hyperlink, In::living, "HTML 2.4.3, the hyperlink has a ping attribute"},
    {html, "area", none, "href", E::hyperlink, In::all, "HTML5 2.6.5, creates a hyperlink"},
    {html, "area", none, "ping", E::hyperlink, In::living, "HTML 2.4.3, the hyperlink has a ping attribute"},
    {html, "article", none, "cite", E::cite, In::older, "HTML5 2.6.5, with a cite attribute"},
    {html, "blockquote", none, "cite", E::cite, In::all, "HTML5 2.6.5, with a cite attribute"},
    {html, "del", none, "cite", E::cite, In::all, "HTML5 2.6.5, with a cite attribute"},
    {html, "ins", none, "cite", E::cite, In::all, "HTML5 2.6.5, with a cite attribute"},
    {html, "link", none, "href", E::hyperlink, In::all, "HTML5 2.6.5, creates a hyperlink"},
    {html, "q", none, "cite", E::cite, In::all, "HTML5 2.6.5, with a cite attribute"},
    {html, "section", none, "cite", E::cite, In::older, "HTML5 2.6.5, with a cite attribute"},
    {svg, "a", none, "href", E::hyperlink, In::all, "SVG 2, the a element creates a hyperlink"},
    {svg, "a", none, "ping", E::hyperlink, In::living, "SVG 2, the a element has HTML's ping"},
    {svg, "a", xlink, "href", E::hyperlink, In::all, "SVG 1.1, the a element"},
    {mathml, "*", none, "href", E::hyperlink, In::all, "MathML 3, linking"},
    {mathml, "*", xlink, "href", E::hyperlink, In::all, "MathML 2, linking"},
});
// clang-format on

constexpr auto key(EffectRow const& row) {
  return std::tuple(row.element_ns, row.element, row.attribute_ns, row.attribute);
}

static_assert(std::is_sorted(rows.begin(), rows.end(),
                             [](auto const& a, auto const& b) { return key(a) < key(b); }));

EffectRow const* find_row(Namespace ns, std::string_view element, LinkRow const& link) {
  const auto wanted = std::tuple(ns, element, link.attribute_ns, link.attribute);
  const auto row = std::partition_point(rows.begin(), rows.end(),
                                        [&](EffectRow const& r) { return key(r) < wanted; });
  return row != rows.end() && key(*row) == wanted ? &*row : nullptr;
}

}  // namespace

std::string_view name(BaseEffect effect) {
  switch (effect) {
    case BaseEffect::hyperlink:
      return "hyperlink";
    case BaseEffect::cite:
      return "cite";
    case BaseEffect::none:
      return "none";
    case BaseEffect::reload:
      return "reload";
  }
  return {};
}

BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard) {
  const Node node = document[element];
  EffectRow const* found = find_row(node.ns, node.name, row);
  if (found == nullptr) found = find_row(node.ns, "*", row);
  if (found == nullptr) return BaseEffect::none;
  const bool living = standard == url::Standard::whatwg;
  if (found->in != In::all && (found->in == In::living) != living) return BaseEffect::none;
  // An element without href creates no hyperlink for its ping.
  if (row.attribute == "ping" && !document.find_attribute(element, "href") &&
      !document.find_attribute(element, "href", Namespace::xlink)) {
    return BaseEffect::none;
  }
  if (row.rule == LinkRule::kind_by_rel) {
    const auto rel = document.find_attribute(element, "rel");
    if (!rel || !creates_hyperlink(rel->value)) return BaseEffect::none;
  }
  return found->effect;
}

}  // namespace hrefkit::html
