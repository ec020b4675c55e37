#include "hrefkit/html/names/svg_tag_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hrefkit::html {

namespace {

using Row = std::pair<std::string_view, std::string_view>;
// clang-format off
constexpr std::array rows{
    Row{"altglyph", "altGlyph"},
    Row{"altglyphdef", "altGlyphDef"},
    Row{"altglyphitem", "altGlyphItem"},
    Row{"animatecolor", "animateColor"},
    Row{"animatemotion", "animateMotion"},
    Row{"animatetransform", "animateTransform"},
    Row{"clippath", "clipPath"},
    Row{"feblend", "feBlend"},
    Row{"fecolormatrix", "feColorMatrix"},
    Row{"fecomponenttransfer", "feComponentTransfer"},
    Row{"fecomposite", "feComposite"},
    Row{"feconvolvematrix", "feConvolveMatrix"},
    Row{"fediffuselighting", "feDiffuseLighting"},
    Row{"fedisplacementmap", "feDisplacementMap"},
    Row{"fedistantlight", "feDistantLight"},
    Row{"fedropshadow", "feDropShadow"},
    Row{"feflood", "feFlood"},
    Row{"fefunca", "feFuncA"},
    Row{"fefuncb", "feFuncB"},
    Row{"fefuncg", "feFuncG"},
    Row{"fefuncr", "feFuncR"},
    Row{"fegaussianblur", "feGaussianBlur"},
    Row{"feimage", "feImage"},
    Row{"femerge", "feMerge"},
    Row{"femergenode", "feMergeNode"},
    Row{"femorphology", "feMorphology"},
    Row{"feoffset", "feOffset"},
    Row{"fepointlight", "fePointLight"},
    Row{"fespecularlighting", "feSpecularLighting"},
    Row{"fespotlight", "feSpotLight"},
    Row{"fetile", "feTile"},
    Row{"feturbulence", "feTurbulence"},
    Row{"foreignobject", "foreignObject"},
    Row{"glyphref", "glyphRef"},
    Row{"lineargradient", "linearGradient"},
    Row{"radialgradient", "radialGradient"},
    Row{"textpath", "textPath"},
};
// clang-format on
constexpr auto by_name = [](Row const& a, Row const& b) { return a.first < b.first; };
static_assert(std::is_sorted(rows.begin(), rows.end(), by_name));

}  // namespace

std::string_view svg_tag_name(std::string_view lower_name) {
  const auto row = std::lower_bound(rows.begin(), rows.end(), Row{lower_name, {}}, by_name);
  return row != rows.end() && row->first == lower_name ? row->second : std::string_view();
}

}  // namespace hrefkit::html
