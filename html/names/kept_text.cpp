#include "hrefkit/html/names/kept_text.h"

#include <algorithm>
#include <array>

namespace hrefkit::html {

namespace {

struct Row {
  Namespace ns;
  std::string_view name;
  FeedText text;
};

constexpr std::array kept_texts{
    Row{Namespace::atom, "content", FeedText::construct},
    Row{Namespace::atom, "copyright", FeedText::construct},  // Atom 0.3
    Row{Namespace::atom, "icon", FeedText::url},
    Row{Namespace::atom, "info", FeedText::construct},  // Atom 0.3
    Row{Namespace::atom, "logo", FeedText::url},
    Row{Namespace::atom, "rights", FeedText::construct},
    Row{Namespace::atom, "subtitle", FeedText::construct},
    Row{Namespace::atom, "summary", FeedText::construct},
    Row{Namespace::atom, "tagline", FeedText::construct},  // Atom 0.3
    Row{Namespace::atom, "title", FeedText::construct},
    Row{Namespace::atom, "uri", FeedText::url},
    Row{Namespace::atom, "url", FeedText::url},  // Atom 0.3
    Row{Namespace::rss, "comments", FeedText::url},
    Row{Namespace::rss, "description", FeedText::html},
    Row{Namespace::rss, "docs", FeedText::url},
    Row{Namespace::rss, "guid", FeedText::url},
    Row{Namespace::rss, "link", FeedText::url},
    Row{Namespace::rss, "url", FeedText::url},
    Row{Namespace::rss_content, "encoded", FeedText::html},
    Row{Namespace::media_rss, "description", FeedText::construct},
    Row{Namespace::media_rss, "title", FeedText::construct},
    Row{Namespace::itunes, "new-feed-url", FeedText::url},
    Row{Namespace::itunes, "summary", FeedText::html},
    Row{Namespace::dublin_core, "description", FeedText::html},
    Row{Namespace::comment_api, "comment", FeedText::url},
    Row{Namespace::comment_api, "commentRSS", FeedText::url},
    Row{Namespace::comment_api, "commentRss", FeedText::url},
    Row{Namespace::sitemap, "loc", FeedText::url},
    Row{Namespace::sitemap_image, "license", FeedText::url},
    Row{Namespace::sitemap_image, "loc", FeedText::url},
    Row{Namespace::sitemap_video, "content_loc", FeedText::url},
    Row{Namespace::sitemap_video, "gallery_loc", FeedText::url},
    Row{Namespace::sitemap_video, "player_loc", FeedText::url},
    Row{Namespace::sitemap_video, "thumbnail_loc", FeedText::url},
    Row{Namespace::opensearch, "Image", FeedText::url},
    Row{Namespace::mozilla_search, "IconUpdateUrl", FeedText::url},
    Row{Namespace::mozilla_search, "SearchForm", FeedText::url},
    Row{Namespace::mozilla_search, "UpdateUrl", FeedText::url},
    Row{Namespace::json_feed, json_feed_html, FeedText::html},
};

constexpr bool comes_before(Row const& a, Row const& b) {
  return a.ns != b.ns ? a.ns < b.ns : a.name < b.name;
}
static_assert(std::is_sorted(kept_texts.begin(), kept_texts.end(), comes_before));

}  // namespace

FeedText feed_text(Namespace ns, std::string_view name) {
  const Row wanted{ns, name, FeedText::other};
  const auto* const row =
      std::lower_bound(kept_texts.begin(), kept_texts.end(), wanted, comes_before);
  return row != kept_texts.end() && !comes_before(wanted, *row) ? row->text : FeedText::other;
}

bool may_hold_links_in_text(Namespace ns, std::string_view name) {
  return name == "style" || name == "script" || feed_text(ns, name) != FeedText::other;
}

Namespace namespace_of_plain_root(std::string_view name) {
  if (name == "rss") return Namespace::rss;
  if (name == "feed") return Namespace::atom;
  if (name == "OpenSearchDescription") return Namespace::opensearch;
  if (name == "browserconfig") return Namespace::browser_config;
  if (name == "urlset" || name == "sitemapindex") return Namespace::sitemap;
  return Namespace::none;
}

}  // namespace hrefkit::html
