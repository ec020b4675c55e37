// Feeds and sitemaps are XML documents like others. Their rows stand apart from the link table,
// because the table's attributes are numbered for the scanner, which reads HTML alone.
//
// Left out, since they name something and nobody fetches it: Atom's `id` and category schemes,
// RSS guids that are no permalinks, categories, RDF's `about` and `resource`.

#include "hrefkit/html/links/feed_values.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace hrefkit::html {

namespace {

using K = LinkKind;
using G = LinkGrammar;
using R = LinkRule;

constexpr Namespace none = Namespace::none;
constexpr Namespace atom = Namespace::atom;
constexpr Namespace rss = Namespace::rss;
constexpr Namespace media = Namespace::media_rss;
constexpr Namespace itunes = Namespace::itunes;
constexpr Namespace comment_api = Namespace::comment_api;
constexpr Namespace sitemap = Namespace::sitemap;
constexpr Namespace images = Namespace::sitemap_image;
constexpr Namespace videos = Namespace::sitemap_video;

// clang-format off
constexpr std::array rows = std::to_array<LinkRow>({
    {atom, "content", none, "src", K::object, G::url, "RFC 4287, 4.1.3.2"},
    {atom, "generator", none, "uri", K::hyperlink, G::url, "RFC 4287, 4.2.4"},
    {atom, "generator", none, "url", K::hyperlink, G::url, "Atom 0.3"},
    {atom, "icon", none, "", K::image, G::trimmed_url, "RFC 4287, 4.2.5"},
    {atom, "link", none, "href", K::hyperlink, G::url, "RFC 4287, 4.2.7", LinkFetch::none, R::kind_by_feed_rel},
    {atom, "logo", none, "", K::image, G::trimmed_url, "RFC 4287, 4.2.8"},
    {atom, "uri", none, "", K::hyperlink, G::trimmed_url, "RFC 4287, 3.2.2"},
    {atom, "url", none, "", K::hyperlink, G::trimmed_url, "Atom 0.3"},
    {rss, "comments", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, elements of item"},
    {rss, "docs", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, optional channel elements"},
    {rss, "enclosure", none, "url", K::media, G::url, "RSS 2.0, enclosure"},
    {rss, "guid", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, guid", LinkFetch::none, R::permalink},
    {rss, "link", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, elements of channel, item, image"},
    {rss, "source", none, "url", K::hyperlink, G::url, "RSS 2.0, source"},
    {rss, "url", none, "", K::image, G::trimmed_url, "RSS 2.0, image"},
    {media, "content", none, "url", K::media, G::url, "Media RSS, media:content"},
    {media, "peerLink", none, "href", K::media, G::url, "Media RSS, media:peerLink"},
    {media, "player", none, "url", K::hyperlink, G::url, "Media RSS, media:player"},
    {media, "subTitle", none, "href", K::media, G::url, "Media RSS, media:subTitle"},
    {media, "thumbnail", none, "url", K::image, G::url, "Media RSS, media:thumbnail"},
    {itunes, "image", none, "href", K::image, G::url, "Podcast RSS, itunes:image"},
    {comment_api, "comment", none, "", K::form, G::trimmed_url, "The CommentAPI, wfw:comment"},
    {comment_api, "commentRss", none, "", K::hyperlink, G::trimmed_url, "The CommentAPI, wfw:commentRss"},
    {sitemap, "loc", none, "", K::hyperlink, G::trimmed_url, "Sitemaps, loc"},
    {images, "license", none, "", K::hyperlink, G::trimmed_url, "Image sitemaps"},
    {images, "loc", none, "", K::image, G::trimmed_url, "Image sitemaps"},
    {videos, "content_loc", none, "", K::media, G::trimmed_url, "Video sitemaps"},
    {videos, "gallery_loc", none, "", K::hyperlink, G::trimmed_url, "Video sitemaps"},
    {videos, "player_loc", none, "", K::frame, G::trimmed_url, "Video sitemaps"},
    {videos, "thumbnail_loc", none, "", K::image, G::trimmed_url, "Video sitemaps"},
});
// clang-format on

constexpr auto key(LinkRow const& row) {
  return std::tuple(row.element_ns, row.element, row.attribute);
}

static_assert(std::is_sorted(rows.begin(), rows.end(),
                             [](auto& a, auto& b) { return key(a) < key(b); }));

LinkRow const* find_row(Namespace ns, std::string_view element, std::string_view attribute) {
  const auto wanted = std::tuple(ns, element, attribute);
  const auto row = std::partition_point(rows.begin(), rows.end(),
                                        [&](LinkRow const& r) { return key(r) < wanted; });
  return row != rows.end() && key(*row) == wanted ? &*row : nullptr;
}

/// RSS 2.0, guid: a URL unless `isPermaLink` says otherwise.
bool is_permalink(Document const& document, NodeId guid) {
  const auto attribute = document.find_attribute(guid, "isPermaLink");
  return !attribute || attribute->value == "true";
}

}  // namespace

std::span<LinkRow const> feed_rows() {
  return rows;
}

void append_feed_values(std::vector<LinkValue>& values, Document const& document, NodeId element) {
  const Node node = document[element];
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    const Attribute attribute = attributes[i];
    if (attribute.ns != Namespace::none || attribute.name.empty()) continue;
    if (LinkRow const* row = find_row(node.ns, node.name, attribute.name)) {
      values.push_back({row, i, attribute.span.begin});
    }
  }
  LinkRow const* const row = find_row(node.ns, node.name, {});
  if (row == nullptr) return;
  if (row->rule == LinkRule::permalink && !is_permalink(document, element)) return;
  const NodeId text = first_text(document, element);
  if (text != no_node) values.push_back({row, LinkValue::text, document.text_of(text).span.begin});
}

}  // namespace hrefkit::html
