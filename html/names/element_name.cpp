#include "hrefkit/html/element_name.h"

#include <algorithm>
#include <array>

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

/// Elements of feeds and sitemaps, and objects of web app manifests, that carry links.
constexpr auto other_names = std::to_array<std::string_view>({"comment",
                                                              "commentrss",
                                                              "comments",
                                                              "content",
                                                              "content_loc",
                                                              "description",
                                                              "docs",
                                                              "enclosure",
                                                              "encoded",
                                                              "entry",
                                                              "feed",
                                                              "file_handlers",
                                                              "gallery_loc",
                                                              "generator",
                                                              "guid",
                                                              "icon",
                                                              "icons",
                                                              "license",
                                                              "loc",
                                                              "logo",
                                                              "new_tab_button",
                                                              "note_taking",
                                                              "peerlink",
                                                              "player",
                                                              "player_loc",
                                                              "related_applications",
                                                              "screenshots",
                                                              "serviceworker",
                                                              "share_target",
                                                              "shortcuts",
                                                              "subtitle",
                                                              "summary",
                                                              "thumbnail",
                                                              "thumbnail_loc",
                                                              "uri",
                                                              "url"});

}  // namespace

std::vector<std::string_view> element_names() {
  std::vector<std::string_view> names(tag_names.begin(), tag_names.end());
  names.insert(names.end(), plain_names.begin(), plain_names.end());
  names.insert(names.end(), other_names.begin(), other_names.end());
  return names;
}

bool is_element_name(std::string_view name) {
  if (name.find('-') != std::string_view::npos || tag_name(name) != TagName::unknown) return true;
  const std::string lower = text::to_ascii_lower(name);
  const auto has = [&](auto const& list) {
    return std::find(list.begin(), list.end(), lower) != list.end();
  };
  return !svg_tag_name(lower).empty() || has(plain_names) || has(other_names);
}

}  // namespace hrefkit::html
