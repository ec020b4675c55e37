#include "hrefkit/html/namespace.h"

#include <array>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

namespace {

// The usual URI of a namespace comes before its other ones.
using Row = std::pair<std::string_view, Namespace>;
constexpr std::array uris{
    Row{"", Namespace::none},
    Row{"http://www.w3.org/1999/xhtml", Namespace::html},
    Row{"http://www.w3.org/2000/svg", Namespace::svg},
    Row{"http://www.w3.org/1998/Math/MathML", Namespace::mathml},
    Row{"http://www.w3.org/1999/xlink", Namespace::xlink},
    Row{"http://www.w3.org/XML/1998/namespace", Namespace::xml},
    Row{"http://www.w3.org/2000/xmlns/", Namespace::xmlns},
    Row{"http://www.w3.org/2005/Atom", Namespace::atom},
    Row{"http://purl.org/atom/ns#", Namespace::atom},
    Row{"http://purl.org/rss/1.0/", Namespace::rss},
    Row{"http://my.netscape.com/rdf/simple/0.9/", Namespace::rss},
    Row{"http://channel.netscape.com/rdf/simple/0.9/", Namespace::rss},
    Row{"http://backend.userland.com/rss2", Namespace::rss},
    Row{"http://backend.userland.com/rss", Namespace::rss},
    Row{"http://blogs.law.harvard.edu/tech/rss", Namespace::rss},
    Row{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", Namespace::rdf},
    Row{"http://purl.org/rss/1.0/modules/content/", Namespace::rss_content},
    Row{"http://search.yahoo.com/mrss/", Namespace::media_rss},
    Row{"http://video.search.yahoo.com/mrss/", Namespace::media_rss},
    Row{"http://tools.search.yahoo.com/mrss/", Namespace::media_rss},
    Row{"http://www.rssboard.org/media-rss", Namespace::media_rss},
    Row{"http://www.itunes.com/dtds/podcast-1.0.dtd", Namespace::itunes},
    Row{"http://www.google.com/schemas/play-podcasts/1.0", Namespace::google_play},
    Row{"http://www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd",
        Namespace::google_play},
    Row{"https://podcastindex.org/namespace/1.0", Namespace::podcast},
    Row{"https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
        Namespace::podcast},
    Row{"https://github.com/Podcastindex-org/podcast-namespace/blob/master/docs/1.0.md",
        Namespace::podcast},
    Row{"http://podlove.org/simple-chapters", Namespace::chapters},
    Row{"http://purl.org/dc/elements/1.1/", Namespace::dublin_core},
    Row{"http://purl.org/dc/elements/1.0/", Namespace::dublin_core},
    Row{"http://wellformedweb.org/CommentAPI/", Namespace::comment_api},
    Row{"http://www.sitemaps.org/schemas/sitemap/0.9", Namespace::sitemap},
    Row{"http://www.google.com/schemas/sitemap/0.84", Namespace::sitemap},
    Row{"http://www.google.com/schemas/sitemap-image/1.1", Namespace::sitemap_image},
    Row{"http://www.google.com/schemas/sitemap-video/1.1", Namespace::sitemap_video},
    Row{"http://a9.com/-/spec/opensearch/1.1/", Namespace::opensearch},
    Row{"http://a9.com/-/spec/opensearch/1.0/", Namespace::opensearch},
    Row{"http://a9.com/-/spec/opensearchdescription/1.1/", Namespace::opensearch},
    Row{"http://a9.com/-/spec/opensearchdescription/1.0/", Namespace::opensearch},
    Row{"http://www.mozilla.org/2006/browser/search/", Namespace::mozilla_search},
    // These two have no namespace. The names are ours.
    Row{"urn:hrefkit:browserconfig", Namespace::browser_config},
    Row{"urn:hrefkit:jsonfeed", Namespace::json_feed},
};

/// The part of a URI by which the namespaces of feeds are known.
std::string_view without_scheme_and_slash(std::string_view uri) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text::equals_ignoring_ascii_case(uri.substr(0, scheme.size()), scheme)) continue;
    uri.remove_prefix(scheme.size());
    break;
  }
  if (uri.ends_with('/')) uri.remove_suffix(1);
  return uri;
}

}  // namespace

std::string_view name(Namespace ns) {
  static constexpr text::EnumTable<Namespace::other> names({
      {Namespace::none, "none"},
      {Namespace::html, "html"},
      {Namespace::svg, "svg"},
      {Namespace::mathml, "mathml"},
      {Namespace::xlink, "xlink"},
      {Namespace::xml, "xml"},
      {Namespace::xmlns, "xmlns"},
      {Namespace::atom, "atom"},
      {Namespace::rss, "rss"},
      {Namespace::rdf, "rdf"},
      {Namespace::rss_content, "rss-content"},
      {Namespace::media_rss, "media-rss"},
      {Namespace::itunes, "itunes"},
      {Namespace::google_play, "googleplay"},
      {Namespace::podcast, "podcast"},
      {Namespace::chapters, "psc"},
      {Namespace::dublin_core, "dc"},
      {Namespace::comment_api, "comment-api"},
      {Namespace::sitemap, "sitemap"},
      {Namespace::sitemap_image, "sitemap-image"},
      {Namespace::sitemap_video, "sitemap-video"},
      {Namespace::opensearch, "opensearch"},
      {Namespace::mozilla_search, "mozsearch"},
      {Namespace::browser_config, "browserconfig"},
      {Namespace::json_feed, "json-feed"},
      {Namespace::other, "other"},
  });
  return names[ns].name;
}

std::string_view namespace_uri(Namespace ns) {
  for (auto const& [uri, known] : uris) {
    if (known == ns) return uri;
  }
  return {};
}

Namespace namespace_from_uri(std::string_view uri) {
  for (auto const& [known, ns] : uris) {
    if (known == uri) return ns;
  }
  uri = without_scheme_and_slash(text::strip_ascii_whitespace(uri));
  for (auto const& [known, ns] : uris) {
    const bool is_it = is_feed_namespace(ns) &&
                       text::equals_ignoring_ascii_case(without_scheme_and_slash(known), uri);
    if (is_it) return ns;
  }
  return Namespace::other;
}

}  // namespace hrefkit::html
