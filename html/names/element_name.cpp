#include "hrefkit/html/element_name.h"

#include <algorithm>
#include <array>

#include "hrefkit/html/names/svg_tag_name.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// Elements that mean nothing to tree construction (HTML Standard, chapters 4 and 16), and those of
/// SVG 2 and MathML Core.
constexpr auto plain_names = std::to_array<std::string_view>({
    "acronym",  "animatemotion", "animatetransform",
    "bdi",      "bdo",           "canvas",
    "cite",     "data",          "datalist",
    "dfn",      "feimage",       "fencedframe",
    "frame",    "kbd",           "label",
    "legend",   "map",           "marker",
    "menclose", "meter",         "mfrac",
    "mover",    "mpath",         "mrow",
    "mroot",    "mspace",        "msqrt",
    "mstyle",   "msub",          "msup",
    "mtable",   "mtd",           "mtr",
    "munder",   "next",          "nextid",
    "output",   "picture",       "progress",
    "samp",     "semantics",     "set",
    "slot",     "textpath",      "time",
    "view",
});

}  // namespace

std::vector<std::string_view> element_names() {
  std::vector<std::string_view> names(tag_names.begin(), tag_names.end());
  names.insert(names.end(), plain_names.begin(), plain_names.end());
  return names;
}

bool is_element_name(std::string_view name) {
  if (name.find('-') != std::string_view::npos || tag_name(name) != TagName::unknown) return true;
  const std::string lower = text::to_ascii_lower(name);
  return !svg_tag_name(lower).empty() ||
         std::find(plain_names.begin(), plain_names.end(), lower) != plain_names.end();
}

}  // namespace hrefkit::html
