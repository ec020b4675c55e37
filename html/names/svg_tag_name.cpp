#include "hrefkit/html/names/svg_tag_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hrefkit::html {

namespace {

using SvgTagName = std::pair<std::string_view, std::string_view>;
// clang-format off
constexpr std::array svg_tag_names{
    SvgTagName{"altglyph", "altGlyph"},
    SvgTagName{"altglyphdef", "altGlyphDef"},
    SvgTagName{"altglyphitem", "altGlyphItem"},
    SvgTagName{"animatecolor", "animateColor"},
    SvgTagName{"animatemotion", "animateMotion"},
    SvgTagName{"animatetransform", "animateTransform"},
    SvgTagName{"clippath", "clipPath"},
    SvgTagName{"feblend", "feBlend"},
    SvgTagName{"fecolormatrix", "feColorMatrix"},
    SvgTagName{"fecomponenttransfer", "feComponentTransfer"},
    SvgTagName{"fecomposite", "feComposite"},
    SvgTagName{"feconvolvematrix", "feConvolveMatrix"},
    SvgTagName{"fediffuselighting", "feDiffuseLighting"},
    SvgTagName{"fedisplacementmap", "feDisplacementMap"},
    SvgTagName{"fedistantlight", "feDistantLight"},
    SvgTagName{"fedropshadow", "feDropShadow"},
    SvgTagName{"feflood", "feFlood"},
    SvgTagName{"fefunca", "feFuncA"},
    SvgTagName{"fefuncb", "feFuncB"},
    SvgTagName{"fefuncg", "feFuncG"},
    SvgTagName{"fefuncr", "feFuncR"},
    SvgTagName{"fegaussianblur", "feGaussianBlur"},
    SvgTagName{"feimage", "feImage"},
    SvgTagName{"femerge", "feMerge"},
    SvgTagName{"femergenode", "feMergeNode"},
    SvgTagName{"femorphology", "feMorphology"},
    SvgTagName{"feoffset", "feOffset"},
    SvgTagName{"fepointlight", "fePointLight"},
    SvgTagName{"fespecularlighting", "feSpecularLighting"},
    SvgTagName{"fespotlight", "feSpotLight"},
    SvgTagName{"fetile", "feTile"},
    SvgTagName{"feturbulence", "feTurbulence"},
    SvgTagName{"foreignobject", "foreignObject"},
    SvgTagName{"glyphref", "glyphRef"},
    SvgTagName{"lineargradient", "linearGradient"},
    SvgTagName{"radialgradient", "radialGradient"},
    SvgTagName{"textpath", "textPath"},
};
// clang-format on
constexpr auto by_name = [](SvgTagName const& a, SvgTagName const& b) { return a.first < b.first; };
static_assert(std::is_sorted(svg_tag_names.begin(), svg_tag_names.end(), by_name));

}  // namespace

std::string_view svg_tag_name(std::string_view lower_name) {
  const auto row = std::lower_bound(svg_tag_names.begin(), svg_tag_names.end(),
                                    SvgTagName{lower_name, {}}, by_name);
  return row != svg_tag_names.end() && row->first == lower_name ? row->second : std::string_view();
}

}  // namespace hrefkit::html
