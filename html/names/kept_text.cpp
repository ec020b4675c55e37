#include "hrefkit/html/names/kept_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hrefkit::html {

namespace {

using Row = std::pair<Namespace, std::string_view>;

constexpr std::array rows{
    Row{Namespace::atom, "content"},
    Row{Namespace::atom, "icon"},
    Row{Namespace::atom, "info"},
    Row{Namespace::atom, "logo"},
    Row{Namespace::atom, "rights"},
    Row{Namespace::atom, "subtitle"},
    Row{Namespace::atom, "summary"},
    Row{Namespace::atom, "tagline"},
    Row{Namespace::atom, "title"},
    Row{Namespace::atom, "uri"},
    Row{Namespace::atom, "url"},
    Row{Namespace::rss, "comments"},
    Row{Namespace::rss, "description"},
    Row{Namespace::rss, "docs"},
    Row{Namespace::rss, "guid"},
    Row{Namespace::rss, "link"},
    Row{Namespace::rss, "url"},
    Row{Namespace::rss_content, "encoded"},
    Row{Namespace::comment_api, "comment"},
    Row{Namespace::comment_api, "commentRss"},
    Row{Namespace::sitemap, "loc"},
    Row{Namespace::sitemap_image, "license"},
    Row{Namespace::sitemap_image, "loc"},
    Row{Namespace::sitemap_video, "content_loc"},
    Row{Namespace::sitemap_video, "gallery_loc"},
    Row{Namespace::sitemap_video, "player_loc"},
    Row{Namespace::sitemap_video, "thumbnail_loc"},
};
static_assert(std::is_sorted(rows.begin(), rows.end()));

}  // namespace

bool may_hold_links_in_text(Namespace ns, std::string_view name) {
  if (name == "style" || name == "script") return true;
  return std::binary_search(rows.begin(), rows.end(), Row{ns, name});
}

Namespace namespace_of_plain_root(std::string_view name) {
  if (name == "rss") return Namespace::rss;
  if (name == "feed") return Namespace::atom;
  if (name == "urlset" || name == "sitemapindex") return Namespace::sitemap;
  return Namespace::none;
}

}  // namespace hrefkit::html
