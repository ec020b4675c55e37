#include "hrefkit/html/names/foreign_names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "hrefkit/text/ascii.h"

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

namespace {

struct ForeignAttribute {
  std::string_view written;
  Namespace ns;
};

/// "Adjust foreign attributes".
constexpr std::array foreign_attributes{
    ForeignAttribute{"xlink:actuate", Namespace::xlink},
    ForeignAttribute{"xlink:arcrole", Namespace::xlink},
    ForeignAttribute{"xlink:href", Namespace::xlink},
    ForeignAttribute{"xlink:role", Namespace::xlink},
    ForeignAttribute{"xlink:show", Namespace::xlink},
    ForeignAttribute{"xlink:title", Namespace::xlink},
    ForeignAttribute{"xlink:type", Namespace::xlink},
    ForeignAttribute{"xml:base", Namespace::xml},  // in older states of the standard
    ForeignAttribute{"xml:lang", Namespace::xml},
    ForeignAttribute{"xml:space", Namespace::xml},
    ForeignAttribute{"xmlns", Namespace::xmlns},
    ForeignAttribute{"xmlns:xlink", Namespace::xmlns},
};
static_assert(std::ranges::is_sorted(foreign_attributes, {}, &ForeignAttribute::written));

/// "Adjust SVG attributes": sorted by their lower case.
constexpr auto svg_attribute_names = std::to_array<std::string_view>({
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
});

constexpr char lower(char c) {
  return text::to_ascii_lower(c);
}

constexpr bool sorts_before(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(a, b, {}, lower, lower);
}
static_assert(std::ranges::is_sorted(svg_attribute_names, sorts_before));

}  // namespace

AdjustedName adjust_foreign_attribute(std::string_view lower_name, Namespace element) {
  const auto* row =
      std::ranges::lower_bound(foreign_attributes, lower_name, {}, &ForeignAttribute::written);
  if (row != foreign_attributes.end() && row->written == lower_name) {
    return {lower_name.substr(lower_name.find(':') + 1), row->ns};  // npos + 1 is 0
  }
  if (element == Namespace::mathml && lower_name == "definitionurl") return {"definitionURL"};
  if (element == Namespace::svg) {
    const auto* name = std::ranges::lower_bound(svg_attribute_names, lower_name, sorts_before);
    if (name != svg_attribute_names.end() && !sorts_before(lower_name, *name)) return {*name};
  }
  return {lower_name};
}

}  // namespace hrefkit::html
