#include "hrefkit/html/element_name.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "hrefkit/html/formats/manifest_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/names/foreign_names.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// Elements that mean nothing to tree construction (HTML Standard, chapters 4 and 16), and those of
/// SVG, 1.1 and Tiny 1.2 included, and MathML Core.
constexpr auto plain_names =
    std::to_array<std::string_view>({"acronym",   "animatemotion", "animatetransform",
                                     "animation", "bdi",           "bdo",
                                     "canvas",    "cite",          "cursor",
                                     "data",      "datalist",      "dfn",
                                     "discard",   "feimage",       "fencedframe",
                                     "frame",     "handler",       "kbd",
                                     "label",     "legend",        "map",
                                     "marker",    "menclose",      "meter",
                                     "mfrac",     "mover",         "mpath",
                                     "mroot",     "mrow",          "mspace",
                                     "msqrt",     "mstyle",        "msub",
                                     "msup",      "mtable",        "mtd",
                                     "mtr",       "munder",        "next",
                                     "nextid",    "output",        "picture",
                                     "prefetch",  "progress",      "samp",
                                     "semantics", "set",           "slot",
                                     "textpath",  "time",          "tref",
                                     "view"});

}  // namespace

std::vector<std::string_view> element_names() {
  std::vector<std::string_view> names(tag_names.begin(), tag_names.end());
  names.insert(names.end(), plain_names.begin(), plain_names.end());
  for (LinkRow const& row : link_rows()) names.push_back(row.element);
  for (LinkRow const& row : feed_rows()) names.push_back(row.element);
  for (ManifestRow const& row : manifest_rows()) names.push_back(row.object);
  return names;
}

bool is_element_name(std::string_view name) {
  if (name.find('-') != std::string_view::npos) return true;
  if (name.empty()) return false;
  const auto known = element_names();
  return !svg_tag_name(text::to_ascii_lower(name)).empty() ||
         std::any_of(known.begin(), known.end(), [&](std::string_view other) {
           return text::equals_ignoring_ascii_case(other, name);
         });
}

}  // namespace hrefkit::html
