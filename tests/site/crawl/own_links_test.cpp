#include "hrefkit/site/crawl/own_links.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

namespace hrefkit::site {

namespace {

struct OwnLinkCase {
  html::ContentType type;
  std::string text;
  std::string links;  ///< of each link "GET /path" or "HEAD /path", "#" behind it for a fragment
};

std::string own_links(OwnLinkCase const& each, CheckOptions const& options) {
  const auto live = std::make_shared<LiveSite>("https://h.example", 20);
  OwnLinkFinder finder(live, options);
  PageFile& page = finder.page();
  page.bytes = each.text;
  REQUIRE(open_bytes({.type = each.type, .is_document = each.type == html::ContentType::html},
                     "https://h.example/d/", page));
  std::string found;
  const auto take = [&](OwnLink const& link) {
    if (!found.empty()) found += ", ";
    found += link.is_sitemap ? "MAP " : link.is_page ? "GET " : "HEAD ";
    found += link.url.substr(std::string_view("https://h.example").size());
    if (link.wants_ids) found += '#';
    return link.target;
  };
  const auto number = live->add_page({.target = live->add("https://h.example/d/").first});
  finder.find(
      number, [](OwnLink const&) { return LinkDiscovery::unknown; }, take);
  return found;
}

}  // namespace

TEST_CASE("which links are asked for, and by which method", "[crawl]") {
  using enum html::ContentType;
  CheckOptions options;
  options.also.scripts = true;
  options.is_excluded = [](std::string_view url) { return url.find("secret") != url.npos; };
  const OwnLinkCase cases[] = {
      {html, "<a href=a.html>", "GET /d/a.html"},
      {html, "<a href=/a?b#c>", "GET /a?b#"},
      {html, "<a href=/a#top>", "GET /a"},
      {html, "<a href=#x>", "GET /d/#"},
      {html, "<a href='http://h.example/a'>", "GET /a"},
      {html, "<a href='https://o.example/a'><a href='http://h.example:8080/'>", ""},
      {html, "<a href='mailto:x'><a href='javascript:1'><a href='https://['>", ""},
      {html, "<area href=a>", "GET /d/a"},
      {html, "<iframe src=f.html>", "GET /d/f.html"},
      {html, "<link rel=stylesheet href=s.css>", "GET /d/s.css"},
      {html, "<link rel=manifest href=m>", "GET /d/m"},
      {html, "<link rel=alternate type=application/rss+xml href=feed>", "GET /d/feed"},
      {html, "<link rel=icon href=i.png>", "HEAD /d/i.png"},
      {html, "<link rel=preconnect href=/>", ""},
      {html, "<link href=/x>", ""},
      {html, "<img src=p.png>", "HEAD /d/p.png"},
      {html, "<script src=s.js></script>", "HEAD /d/s.js"},
      {html, "<script type=module src=s.js></script>", "GET /d/s.js"},
      {html, "<link rel=modulepreload href=s.js>", "GET /d/s.js"},
      {html, "<link rel=prefetch href=s.js>", "HEAD /d/s.js"},
      {html, "<script>import('./s.js'); new Worker('w.js')</script>", "GET /d/s.js, GET /d/w.js"},
      {script, "import './s.js'; new URL('i.png', import.meta.url)", "GET /d/s.js, HEAD /d/i.png"},
      {script, "import 'vue'; new Worker('w.js')\n//# sourceMappingURL=m", ""},
      {html, "<video src=v.mp4 poster=v.png></video>", "HEAD /d/v.mp4, HEAD /d/v.png"},
      {html, "<meta http-equiv=refresh content='0; url=next.html'>", "GET /d/next.html"},
      {html, "<svg><use href='icons.svg#star'/></svg>", "GET /d/icons.svg#"},
      {html, "<base href=/b/><a href=x>", "GET /b/x"},
      {html, "<form action=search><input></form>", "HEAD /d/search"},
      {html, "<form action=send method=post></form>", ""},
      {html, "<form action=send METHOD='POST'></form>", ""},
      {html, "<form method=post><button formaction=other>x</button></form>", ""},
      {html, "<form method=post><button formaction=other formmethod=get>x</button></form>",
       "HEAD /d/other"},
      {html, "<form><button formaction=other formmethod=post>x</button></form>", ""},
      {html, "<form><button formaction=other>x</button></form>", "HEAD /d/other"},
      {html, "<form action=/b title='a>b' method=post>", ""},
      {html, "<form method=post title='a>b' action=/b>", ""},
      {html, "<form title=\"<form method='get'>\" action=/b method=post>", ""},
      {html, "<form action=/i method='&#112;ost'>", ""},
      {html, "<form action=/i METHOD = po&#x73;t>", ""},
      {html, "<form action=/i method=\"POST\"method=get>", ""},
      {html, "<form/method=post/action=/i>", ""},
      {html, "<form action=/i method=get method=post>", "HEAD /i"},
      {html, "<form action=/i data-method=post title='method=post'>", "HEAD /i"},
      {html, "<form action=/i method=' post'>", "HEAD /i"},
      {html, "<form action=/i method=posts>", "HEAD /i"},
      {html, "<form action=/" + std::string(5000, 'x') + " method=post>", ""},
      {html, "<form action=/i title='" + std::string(5000, 'x') + "' method=post>", ""},
      {html, "<!-- <form method=post --><form action=/i>", "HEAD /i"},
      {html, "<iframe srcdoc='<form action=/i method=&quot;post&quot;>'></iframe>", ""},
      {html, "<iframe srcdoc='<form action=/i method=&quot;get&quot;>'></iframe>", "HEAD /i"},
      {html, "<p xml:base=x><form action=/i title='a>b' method=post>", ""},
      {html, "<form method=get><!-- <form method=post> --><button formaction=/e>", "HEAD /e"},
      {html, "<form method=post><!-- <form method=get> --><button formaction=/e>", ""},
      {html, "<form method=post><script>'<form>'</script><button formaction=/e>", ""},
      {html, "<form method=post></form><button formaction=/e>", "HEAD /e"},
      {html, "<form method=post></form><form><button formaction=/e>", "HEAD /e"},
      {html, "<form method=post><form method=get><button formaction=/e>", ""},
      {html, "<form method=post><button title='a>b' formaction=/e formmethod='g&#101;t'>",
       "HEAD /e"},
      {html, "<form method=post><button title=formmethod formaction=/e>", ""},
      {html, "<form><input type=image title='a>b' formaction=/e formmethod=post>", ""},
      {html, "<form method=post><table><tr><td><input type=submit formaction=/e></table>", ""},
      {html, "<table><form method=post><tr><td><button formaction=/e>", ""},
      {html, "<form id=f method='p&#111;st'></form><form><button form=f formaction=/e>", ""},
      {html, "<form id=f></form><form method=post><button form='&#102;' formaction=/e>", "HEAD /e"},
      {html, "<form method=post><button form=gone formaction=/e>", "HEAD /e"},
      {html,
       "<iframe srcdoc='<form method=post><button formaction=/e></form>'></iframe><button "
       "formaction=/f>",
       "HEAD /f"},
      {xml,
       "<html xmlns='http://www.w3.org/1999/xhtml'><form action='/i' title='a>b' "
       "method='&#112;ost'/><form method='post'><p><button formaction='/e'/></p></form>"
       "<form method='get' action='/g'><button formaction='/f'/></form></html>",
       "HEAD /g, HEAD /f"},
      {html, "<p data-hrefkit-ignore><a href=a>x</a></p><a href=b>y</a>", "GET /d/b"},
      {html, "<a href=secret.html><a href=open.html>", "GET /d/open.html"},
      {html, "<a href=/a><a href=/a>", "GET /a, GET /a"},
      {css,
       "@import 'a.css'; @import url(b.css); @IMPORT url( \"c.css\" ); p { background: "
       "url(d.png) }",
       "GET /d/a.css, GET /d/b.css, GET /d/c.css, HEAD /d/d.png"},
      {css,
       "@import /* x */ 'a.css'; @\\69mport url( b.css ); @import" + std::string(100, ' ') +
           "'c.css'; p { x: '@import' url(d.png) } q { background: url(e.png) }",
       "GET /d/a.css, GET /d/b.css, GET /d/c.css, HEAD /d/d.png, HEAD /d/e.png"},
      {html, "<style>@import/**/url(a.css);</style><p style='a: url(b.png)'>",
       "GET /d/a.css, HEAD /d/b.png"},
      {xml,
       "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>"
       "<loc>https://h.example/p</loc></url></urlset>",
       "GET /p"},
      {xml,
       "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap>"
       "<loc>https://h.example/s2.xml</loc></sitemap></sitemapindex>",
       "MAP /s2.xml"},
      {xml,
       "<!-- <sitemapindex --><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>"
       "<loc>https://h.example/p</loc></url></urlset>",
       "GET /p"},
      {xml,
       "<!-- " + std::string(5000, 'x') +
           " --><s:sitemapindex xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'><s:sitemap>"
           "<s:loc>https://h.example/s2.xml</s:loc></s:sitemap></s:sitemapindex>",
       "MAP /s2.xml"},
      {json, R"({"start_url": "start", "icons": [{"src": "i.png"}]})",
       "GET /d/start, HEAD /d/i.png"},
  };
  for (OwnLinkCase const& each : cases) {
    INFO(each.text);
    CHECK(own_links(each, options) == each.links);
  }
}

TEST_CASE("a link to what is known is told where it wants more", "[crawl]") {
  struct Page {
    char const* url;
    char const* text;
    std::string told;  ///< as in own_links
  };
  const Page pages[] = {
      {"https://h.example/d/", "<a href=a>1</a><a href=a>2</a><a href=a#x>3</a><a href=a#y>4</a>",
       "GET /d/a, GET /d/a#"},
      {"https://h.example/d/other", "<a href=a>1</a><a href=a#z>2</a><a href='a?'>3</a>",
       "GET /d/a?"},
      {"https://h.example/e/", "<a href=a>1</a>", "GET /e/a"},
      {"https://h.example/e/", "<base href=/d/><a href=a>1</a>", ""},
      {"https://h.example/e/", "<a href=b>1</a><a href=#q>2</a><a href=#r>3</a>",
       "GET /e/b, GET /e/#"},
      {"https://h.example/e/other", "<a href=#q>1</a><a href=#r>2</a><a href=''>3</a>",
       "GET /e/other#"},
      {"https://h.example/e/other?q=1", "<a href=#q>1</a>", "GET /e/other?q=1#"},
      {"https://h.example/e/other?q=1", "<a href='?q=1'>1</a><a href='?q=2'>2</a>",
       "GET /e/other?q=2"},
      {"https://h.example/f/", "<a href='?q=2'>1</a>", "GET /f/?q=2"},
      {"https://h.example/f/", "<a href=https:a>1</a><a href=https:>2</a>", "GET /f/a, GET /f/"},
      {"https://h.example/g/", "<a href=https:a>1</a><a href=https:>2</a>", "GET /g/a, GET /g/"},
      {"https://h.example/g/", "<a href='\\i'>1</a><a href='/i'>2</a><a href=//h.example/i>3</a>",
       "GET /i"},
      {"https://h.example/g/x", "<a href=//o.example/>1</a><a href=//o.example/>2</a>", ""},
      {"https://h.example/g/x", "<img src=i.png><img src=i.png><a href=i.png>1</a><img src=i.png>",
       "HEAD /g/i.png, GET /g/i.png"},
  };
  const CheckOptions options;
  const auto live = std::make_shared<LiveSite>("https://h.example", 20);
  OwnLinkFinder finder(live, options);
  struct Known {
    bool has_page = false;
    bool has_ids = false;
  };
  std::map<EntryId, Known> known;
  for (Page const& each : pages) {
    INFO(each.url << ": " << each.text);
    PageFile& page = finder.page();
    page.bytes = each.text;
    REQUIRE(open_bytes({}, each.url, page));
    std::string told;
    const auto classify = [&](OwnLink const& link) {
      CHECK(link.target == live->find(link.url));
      const auto found = known.find(link.target);
      if (found == known.end() || (link.is_page && !found->second.has_page) ||
          (link.wants_ids && !found->second.has_ids)) {
        return LinkDiscovery::unknown;
      }
      const bool has_all = found->second.has_page && found->second.has_ids;
      return has_all ? LinkDiscovery::settled : LinkDiscovery::known;
    };
    const auto take = [&](OwnLink const& link) {
      const EntryId target = live->add(link.url).first;
      known[target].has_page |= link.is_page;
      known[target].has_ids |= link.wants_ids;
      told += told.empty() ? "" : ", ";
      told += (link.is_page ? "GET " : "HEAD ") + live->url(target).substr(17);
      if (link.wants_ids) told += '#';
      return target;
    };
    finder.find(live->add_page({.target = live->add(each.url).first}), classify, take);
    CHECK(told == each.told);
  }
}

}  // namespace hrefkit::site
