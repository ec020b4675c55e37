#include "hrefkit/html/names/kept_text.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"

using namespace hrefkit::html;

TEST_CASE("the text of every row that asks for text is kept") {
  for (LinkRow const& row : link_rows()) {
    if (row.attribute.empty()) CHECK(may_hold_links_in_text(row.element_ns, row.element));
  }
  for (LinkRow const& row : feed_rows()) {
    CAPTURE(row.element);
    if (row.attribute.empty()) CHECK(feed_text(row.element_ns, row.element) == FeedText::url);
  }
  CHECK_FALSE(may_hold_links_in_text(Namespace::none, "link"));
  CHECK_FALSE(may_hold_links_in_text(Namespace::html, "title"));
  CHECK_FALSE(may_hold_links_in_text(Namespace::sitemap, "lastmod"));
}

TEST_CASE("the text of some elements of feeds is HTML") {
  CHECK(feed_text(Namespace::rss, "description") == FeedText::html);
  CHECK(feed_text(Namespace::rss_content, "encoded") == FeedText::html);
  CHECK(feed_text(Namespace::atom, "summary") == FeedText::construct);
  CHECK(feed_text(Namespace::atom, "generator") == FeedText::other);
  CHECK(feed_text(Namespace::none, "description") == FeedText::other);
}

TEST_CASE("root elements that need no namespace") {
  CHECK(namespace_of_plain_root("rss") == Namespace::rss);
  CHECK(namespace_of_plain_root("feed") == Namespace::atom);
  CHECK(namespace_of_plain_root("urlset") == Namespace::sitemap);
  CHECK(namespace_of_plain_root("browserconfig") == Namespace::browser_config);
  CHECK(namespace_of_plain_root("svg") == Namespace::none);
}
