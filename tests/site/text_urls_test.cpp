#include "hrefkit/site/text_urls.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

namespace {

/// The URLs, each with a '|' behind it.
std::string urls_of(UrlList list, std::string_view text) {
  std::string urls;
  const html::FindTextUrls find = find_text_urls_of(list);
  if (find == nullptr) return urls;
  for (html::TextUrl const& url : find(text)) urls.append(url.span.in(text)).append("|");
  return urls;
}

struct ListCase {
  std::string_view text;
  std::string_view urls;
};

}  // namespace

TEST_CASE("lists of URLs: by their names, in the root or in any folder") {
  CHECK(url_list_of("robots.txt") == UrlList::robots);
  CHECK(url_list_of("llms.txt") == UrlList::llms);
  CHECK(url_list_of("sitemap.txt") == UrlList::sitemap);
  CHECK(url_list_of("a/b/llms.txt") == UrlList::llms);
  CHECK(url_list_of("llms-full.txt") == UrlList::llms_full);
  CHECK(url_list_of("a/llms-full.txt") == UrlList::llms_full);
  for (std::string_view const path :
       {"a/robots.txt", "Robots.txt", "robots", "a/sitemap.txt", "llms.txt/a", ""}) {
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

TEST_CASE("lists of URLs: the rules of _redirects") {
  for (ListCase const& each : std::vector<ListCase>{
           {"/a /b", "/a|/b|"},
           {"# /a /b\n/c  https://h.example/:splat  200! Country=at\r\n",
            "/c|https://h.example/:splat|"},
           {"/a id=:id /b 301\n/c/* 200\n/d\ne /f\n/g h\n", "/a|/b|/c/*|"},
           {"https://:x.h.example/* /a\nhttps://h.example/b https://:y/",
            "/a|https://h.example/b|"},
           {"", ""},
       }) {
    INFO(each.text);
    CHECK(urls_of(UrlList::redirects, each.text) == each.urls);
  }
  const auto rule = find_text_urls_of(UrlList::redirects)("/a /b");
  REQUIRE(rule.size() == 2);
  CHECK(rule[0].role == html::TextUrlRole::pattern);
  CHECK(rule[0].leads_to == "/b");
  CHECK(rule[1].role == html::TextUrlRole::link);
}

TEST_CASE("lists of URLs: the fields of _headers") {
  for (ListCase const& each : std::vector<ListCase>{
           {"/a/*\n  Link: </b.css>; rel=preload, <https://h.example/c>;rel=next\n",
            "/a/*|/b.css|https://h.example/c|"},
           {"https://h.example/*\n\tLOCATION :/a\n Content-Location: b\n SourceMap: /c.map",
            "https://h.example/*|/a|/c.map|"},
           {"/a b\n# /c\n  # Link: </d>\n  ! Link\n  Refresh: 3; url='/e'\n  Refresh: 5\n", "/e|"},
           {"/*\n  Link: <a>, <>, <//h.example/f>, x, <", "/*|//h.example/f|"},
           {"https://:p.h.example/*\n  X: /a\n:", ""},
           {"", ""},
       }) {
    INFO(each.text);
    CHECK(urls_of(UrlList::headers, each.text) == each.urls);
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
    CHECK(find_text_urls_of(UrlList::llms)(repeated(part)).size() < (std::size_t{1} << 20));
  }
  std::string runs;
  for (std::size_t i = 1; i < 1500; ++i) runs.append(i, '`').append(" ");
  CHECK(find_text_urls_of(UrlList::llms)(runs).empty());
}

}  // namespace hrefkit::site
