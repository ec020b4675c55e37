#include "hrefkit/site/check/url_list_links.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

namespace {

/// The URLs, each with a '|' behind it.
std::string urls_of(UrlList list, std::string_view text) {
  std::string urls;
  for (const text::Span span : find_list_urls(list, text)) {
    urls.append(span.in(text)).append("|");
  }
  return urls;
}

struct ListCase {
  std::string_view text;
  std::string_view urls;
};

}  // namespace

TEST_CASE("lists of URLs: only in the root, by their names") {
  CHECK(url_list_of("robots.txt") == UrlList::robots);
  CHECK(url_list_of("llms.txt") == UrlList::llms);
  CHECK(url_list_of("sitemap.txt") == UrlList::sitemap);
  for (std::string_view const path :
       {"a/robots.txt", "Robots.txt", "robots", "llms-full.txt", ""}) {
    CHECK(url_list_of(path) == UrlList::none);
  }
  CHECK(urls_of(UrlList::none, "Sitemap: /a").empty());
}

TEST_CASE("lists of URLs: the Sitemap lines of robots.txt") {
  for (ListCase const& each : std::vector<ListCase>{
           {"Sitemap: https://h.example/s.xml", "https://h.example/s.xml|"},
           {"User-agent: *\r\nDisallow: /x\r\nsitemap :/s.xml\r\n", "/s.xml|"},
           {"SITEMAP:a.xml # the old one\nSitemap: b.xml", "a.xml|b.xml|"},
           {"# Sitemap: /a\nDisallow: Sitemap: /b\nSitemap:\nSitemaps: /c\nSitemap /d", ""},
           {"Sitemap: a.xml\rSitemap: b.xml", "a.xml|b.xml|"},
           {"", ""},
       }) {
    INFO(each.text);
    CHECK(urls_of(UrlList::robots, each.text) == each.urls);
  }
}

TEST_CASE("lists of URLs: the lines of sitemap.txt") {
  CHECK(urls_of(UrlList::sitemap, "https://h.example/\n\n  /a b.html \r\n# no\n/c") ==
        "https://h.example/|/a b.html|/c|");
}

TEST_CASE("lists of URLs: the links of Markdown in llms.txt") {
  for (ListCase const& each : std::vector<ListCase>{
           {"# Site\n> Of [all](a.md): text\n- [b](/b.html \"b\"): c [d](d)", "a.md|/b.html|d|"},
           {"![alt](a.png) [![b](b.png)](b.html)", "a.png|b.png|b.html|"},
           {"[a](<b c.html>) [d]( e ) [f]()", "b c.html|e|"},
           {"[a](b(c)d.html) [a](b\\)c) [a](b(c", "b(c)d.html|b\\)c|"},
           {"<https://h.example/> <me@h.example> <b> <a href='c:d'> a < b:c > <mailto:m@h>",
            "https://h.example/|mailto:m@h|"},
           {"[a]: /b 'title'\n  [c d]: <e f>\n[^1]: footnote\n[]: x\n[a] : b", "/b|e f|"},
           {"`[a](b)` ``[a](`b)`` `[c](d)\n\\[a](e) \\`[f](g)`", "d|g|"},
           {"```\n[a](b)\n```\n[c](d)\n~~~ js\n[e](f)\n```\n~~~~\n[g](h)", "d|h|"},
           {"[a][b] [a] (c) text ](d) end", ""},
           {"\\[a](b) [\\[a\\]](c) [a\\](d)", "c|"},
           {"[a\nb](c)\n[a\n\nb](d)\n[a\n```\n```\nb](e)", "c|"},
           {"[![a](b)](c)](d)", "b|c|"},
           {"", ""},
       }) {
    INFO(each.text);
    CHECK(urls_of(UrlList::llms, each.text) == each.urls);
  }
}

TEST_CASE("lists of URLs: hostile Markdown takes linear time") {
  const auto repeated = [](std::string_view part) {
    std::string text;
    while (text.size() < (std::size_t{1} << 20)) text += part;
    return text;
  };
  for (std::string_view const part :
       {"](", "](a", "[", "<", "`", "` ", "\\", "](<", "](((a", "]: "}) {
    CHECK(find_list_urls(UrlList::llms, repeated(part)).size() < (std::size_t{1} << 20));
  }
  std::string runs;
  for (std::size_t i = 1; i < 1500; ++i) runs.append(i, '`').append(" ");
  CHECK(find_list_urls(UrlList::llms, runs).empty());
}

}  // namespace hrefkit::site
