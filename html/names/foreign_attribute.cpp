#include "hrefkit/html/names/foreign_attribute.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

struct Row {
  std::string_view written;
  Namespace ns;
};

/// "Adjust foreign attributes".
constexpr std::array rows{
    Row{"xlink:actuate", Namespace::xlink},
    Row{"xlink:arcrole", Namespace::xlink},
    Row{"xlink:href", Namespace::xlink},
    Row{"xlink:role", Namespace::xlink},
    Row{"xlink:show", Namespace::xlink},
    Row{"xlink:title", Namespace::xlink},
    Row{"xlink:type", Namespace::xlink},
    Row{"xml:base", Namespace::xml},  // in older states of the standard
    Row{"xml:lang", Namespace::xml},
    Row{"xml:space", Namespace::xml},
    Row{"xmlns", Namespace::xmlns},
    Row{"xmlns:xlink", Namespace::xmlns},
};
static_assert(std::ranges::is_sorted(rows, {}, &Row::written));

/// "Adjust SVG attributes": sorted by their lower case.
constexpr auto svg_names = std::to_array<std::string_view>({
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
static_assert(std::ranges::is_sorted(svg_names, sorts_before));

}  // namespace

AdjustedName adjust_foreign_attribute(std::string_view lower_name, Namespace element) {
  const auto* row = std::ranges::lower_bound(rows, lower_name, {}, &Row::written);
  if (row != rows.end() && row->written == lower_name) {
    return {lower_name.substr(lower_name.find(':') + 1), row->ns};  // npos + 1 is 0
  }
  if (element == Namespace::mathml && lower_name == "definitionurl") return {"definitionURL"};
  if (element == Namespace::svg) {
    const auto* name = std::ranges::lower_bound(svg_names, lower_name, sorts_before);
    if (name != svg_names.end() && !sorts_before(lower_name, *name)) return {*name};
  }
  return {lower_name};
}

}  // namespace hrefkit::html
