#include "hrefkit/html/namespace.h"

#include <array>
#include <utility>

namespace hrefkit::html {

namespace {

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
    Row{"http://backend.userland.com/rss2", Namespace::rss},
    Row{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", Namespace::rdf},
    Row{"http://purl.org/rss/1.0/modules/content/", Namespace::rss_content},
    Row{"http://search.yahoo.com/mrss/", Namespace::media_rss},
    Row{"http://search.yahoo.com/mrss", Namespace::media_rss},
    Row{"http://www.itunes.com/dtds/podcast-1.0.dtd", Namespace::itunes},
    Row{"http://wellformedweb.org/CommentAPI/", Namespace::comment_api},
    Row{"http://www.sitemaps.org/schemas/sitemap/0.9", Namespace::sitemap},
    Row{"https://www.sitemaps.org/schemas/sitemap/0.9", Namespace::sitemap},
    Row{"http://www.google.com/schemas/sitemap/0.84", Namespace::sitemap},
    Row{"http://www.google.com/schemas/sitemap-image/1.1", Namespace::sitemap_image},
    Row{"http://www.google.com/schemas/sitemap-video/1.1", Namespace::sitemap_video},
};

}  // namespace

std::string_view name(Namespace ns) {
  switch (ns) {
    case Namespace::none:
      return "none";
    case Namespace::html:
      return "html";
    case Namespace::svg:
      return "svg";
    case Namespace::mathml:
      return "mathml";
    case Namespace::xlink:
      return "xlink";
    case Namespace::xml:
      return "xml";
    case Namespace::xmlns:
      return "xmlns";
    case Namespace::atom:
      return "atom";
    case Namespace::rss:
      return "rss";
    case Namespace::rdf:
      return "rdf";
    case Namespace::rss_content:
      return "rss-content";
    case Namespace::media_rss:
      return "media-rss";
    case Namespace::itunes:
      return "itunes";
    case Namespace::comment_api:
      return "comment-api";
    case Namespace::sitemap:
      return "sitemap";
    case Namespace::sitemap_image:
      return "sitemap-image";
    case Namespace::sitemap_video:
      return "sitemap-video";
    case Namespace::other:
      return "other";
  }
  return {};
}

Namespace namespace_from_uri(std::string_view uri) {
  for (auto const& [known, ns] : uris) {
    if (known == uri) return ns;
  }
  return Namespace::other;
}

}  // namespace hrefkit::html
