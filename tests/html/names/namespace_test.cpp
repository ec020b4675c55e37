#include "hrefkit/html/namespace.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

TEST_CASE("the URI of a namespace names that namespace") {
  for (auto ns = Namespace::none; ns < Namespace::other;
       ns = static_cast<Namespace>(static_cast<int>(ns) + 1)) {
    CAPTURE(name(ns));
    CHECK(namespace_from_uri(namespace_uri(ns)) == ns);
  }
  CHECK(namespace_uri(Namespace::other).empty());
  CHECK(namespace_uri(Namespace::html) == "http://www.w3.org/1999/xhtml");
  CHECK(namespace_uri(Namespace::svg) == "http://www.w3.org/2000/svg");
  CHECK(namespace_uri(Namespace::mathml) == "http://www.w3.org/1998/Math/MathML");
  CHECK(namespace_uri(Namespace::atom) == "http://www.w3.org/2005/Atom");
  CHECK(namespace_uri(Namespace::rss) == "http://purl.org/rss/1.0/");
  CHECK(namespace_uri(Namespace::media_rss) == "http://search.yahoo.com/mrss/");
  CHECK(namespace_uri(Namespace::itunes) == "http://www.itunes.com/dtds/podcast-1.0.dtd");
  CHECK(namespace_uri(Namespace::comment_api) == "http://wellformedweb.org/CommentAPI/");
  CHECK(namespace_uri(Namespace::sitemap) == "http://www.sitemaps.org/schemas/sitemap/0.9");
  CHECK(namespace_uri(Namespace::sitemap_image) ==
        "http://www.google.com/schemas/sitemap-image/1.1");
  CHECK(namespace_uri(Namespace::sitemap_video) ==
        "http://www.google.com/schemas/sitemap-video/1.1");
  CHECK(namespace_from_uri("urn:x") == Namespace::other);
}
