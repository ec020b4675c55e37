// The namespaces that decide what an element or attribute means.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// Infra Standard section 8, "Namespaces", those of feeds, sitemaps and other files
/// for programs, and all others as one.
enum class Namespace : std::uint8_t {
  none,
  html,
  svg,
  mathml,
  xlink,
  xml,
  xmlns,
  atom,           ///< Atom 1.0 (RFC 4287) and its draft 0.3
  rss,            ///< RSS 0.90 and 1.0; in RSS 2.0, which has no namespace, the parser puts it here
  rdf,            ///< the root of RSS 1.0
  rss_content,    ///< the RSS module `content`
  media_rss,      ///< Media RSS
  itunes,         ///< Apple's podcast tags
  google_play,    ///< Google's podcast tags
  podcast,        ///< the podcast namespace of Podcasting 2.0
  chapters,       ///< Podlove Simple Chapters, `psc`
  dublin_core,    ///< Dublin Core elements, `dc`
  comment_api,    ///< the comment links of weblogs, `wfw`
  sitemap,        ///< sitemaps and sitemap indexes
  sitemap_image,  ///< Google's image sitemaps
  sitemap_video,  ///< Google's video sitemaps
  opensearch,     ///< descriptions of OpenSearch
  mozilla_search,  ///< Mozilla's additions to them
  browser_config,  ///< browserconfig.xml, which has no namespace: the parser puts it here
  json_feed,       ///< JSON Feed, whose objects are elements
  other,
};

/// True for the namespaces of the root elements of feeds and sitemaps.
constexpr bool is_feed(Namespace root) {
  return root == Namespace::atom || root == Namespace::rss || root == Namespace::rdf ||
         root == Namespace::sitemap || root == Namespace::json_feed;
}

/// True for the namespaces of the elements of feeds, sitemaps and other files for programs.
constexpr bool is_feed_namespace(Namespace ns) {
  return ns >= Namespace::atom && ns < Namespace::other;
}

/// The short name used in output: "svg", "mathml", ...
std::string_view name(Namespace ns);

/// The URI of a namespace, the usual one where it has several; empty for `none` and `other`.
std::string_view namespace_uri(Namespace ns);

/// The namespace of that URI; empty is `none`, an unknown one `other`. Those of feeds are found as
/// feed readers do: case, the scheme (http or https) and a slash at the end do not count.
Namespace namespace_from_uri(std::string_view uri);

}  // namespace hrefkit::html
