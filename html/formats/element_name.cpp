#include "hrefkit/html/element_name.h"

#include <algorithm>
#include <array>

#include "hrefkit/html/formats/manifest_urls.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/feed_values.h"
#include "hrefkit/html/names/svg_tag_name.h"
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

bool is_in_tables(std::string_view name) {
  const auto is_named = [&](std::string_view known) {
    return text::equals_ignoring_ascii_case(known, name);
  };
  const auto links = link_rows();
  const auto feeds = feed_rows();
  const auto manifests = manifest_rows();
  return std::any_of(links.begin(), links.end(),
                     [&](auto& row) { return is_named(row.element); }) ||
         std::any_of(feeds.begin(), feeds.end(),
                     [&](auto& row) { return is_named(row.element); }) ||
         std::any_of(manifests.begin(), manifests.end(),
                     [&](auto& row) { return is_named(row.object); });
}

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
  if (name.find('-') != std::string_view::npos || tag_name(name) != TagName::unknown) return true;
  if (name.empty()) return false;
  const std::string lower = text::to_ascii_lower(name);
  return is_in_tables(name) || !svg_tag_name(lower).empty() ||
         std::find(plain_names.begin(), plain_names.end(), lower) != plain_names.end();
}

}  // namespace hrefkit::html
