#include "hrefkit/site/rewrite_policy.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

using namespace hrefkit;
using namespace hrefkit::site;

namespace {

/// The page "https://h.example/a/page.html" with that markup, after the policy.
std::string page_after(RewritePolicy const& policy, std::string const& markup,
                       std::string const& url = "https://h.example/a/page.html") {
  html::RewriteOptions options;
  options.document.url = url;
  options.new_url = policy.page_address(url);
  options.document.also.meta = !policy.keep.og;
  html::find_page_address(markup, options);
  options.encoding.transport_charset = "utf-8";
  const auto page =
      html::rewrite(markup, options, [&](html::LinkTarget& target) { policy.apply(target); });
  REQUIRE(page);
  return page->changed ? page->bytes : markup;
}

}  // namespace

TEST_CASE("a prefix counts at the border of a component, and the longest wins") {
  Rebases rebases;
  rebases.add("https://h.example/blog", "https://n.example/journal");
  rebases.add("https://h.example/blog/old/", "https://archive.example");
  rebases.add("https://h.example/news", "https://n.example/all/");
  struct Row {
    std::string url, moved;
  };
  for (Row const& row : std::vector<Row>{
           {"https://h.example/blog", "https://n.example/journal"},
           {"https://h.example/blog/x", "https://n.example/journal/x"},
           {"https://h.example/blog?q", "https://n.example/journal?q"},
           {"https://h.example/blog#f", "https://n.example/journal#f"},
           {"https://h.example/blogroll", ""},
           {"https://h.example/blog/old/x", "https://archive.example/x"},
           {"https://h.example/blog/older", "https://n.example/journal/older"},
           {"https://h.example/blog/old//x", "https://archive.example//x"},
           {"https://h.example/blog//x", "https://n.example/journal//x"},
           {"https://h.example/news/x", "https://n.example/all/x"},
           {"https://h.example/news//x", "https://n.example/all//x"},
           {"https://other.example/blog", ""},
       }) {
    CHECK(rebases.apply(row.url).value_or("") == row.moved);
  }
}

TEST_CASE("what lies below a new prefix inside the old one is there already") {
  Rebases rebases;
  rebases.add("https://h.example/", "https://h.example/pre/");
  CHECK(*rebases.apply("https://h.example/x") == "https://h.example/pre/x");
  CHECK(!rebases.apply("https://h.example/pre/x"));
}

TEST_CASE("a page below the old prefix moves along") {
  RewritePolicy policy;
  policy.rebases.add("https://h.example/a/", "https://n.example/b/c/");
  CHECK(page_after(policy, "<a href=x.html><a href=/a/y><a href=../z><a href='#f'>") ==
        "<a href=x.html><a href=/b/c/y><a href=https://h.example/z><a href='#f'>");
  policy.rebases = {};
  policy.rebases.add("https://h.example/a/sub/", "https://h.example/other/");
  CHECK(page_after(policy, "<a href=sub/x><base href=sub/>") ==
        "<a href=sub/x><base href=../other/>");
}

TEST_CASE("canonical addresses, alternates and cards are kept unless told") {
  const std::string page =
      "<link rel=Canonical href=/c><link rel='alternate' href=/d><link rel='alternate stylesheet' "
      "href=/s><meta property=og:url content=/o><a href='#f'>";
  RewritePolicy policy;
  policy.form = html::UrlForm::absolute;
  CHECK(page_after(policy, page) ==
        "<link rel=Canonical href=/c><link rel='alternate' href=/d><link rel='alternate "
        "stylesheet' href=https://h.example/s><meta property=og:url content=/o><a "
        "href='https://h.example/a/page.html#f'>");
  policy.keep = {.canonical = false, .alternate = true, .og = false, .fragments = true};
  CHECK(page_after(policy, page) ==
        "<link rel=Canonical href=https://h.example/c><link rel='alternate' href=/d><link "
        "rel='alternate stylesheet' href=https://h.example/s><meta property=og:url "
        "content=https://h.example/o><a href='#f'>");
}

TEST_CASE("links of feeds are no alternates of a page") {
  RewritePolicy policy;
  policy.form = html::UrlForm::absolute;
  html::RewriteOptions options;
  options.document.url = "https://h.example/feed.atom";
  options.encoding.content_type = html::ContentType::xml;
  const auto feed = html::rewrite(
      "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/x'/><link rel='alternate' "
      "href='/x'/></feed>",
      options, [&](html::LinkTarget& target) { policy.apply(target); });
  REQUIRE(feed);
  CHECK(feed->bytes ==
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='https://h.example/x'/><link "
        "rel='alternate' href='https://h.example/x'/></feed>");
}

TEST_CASE("sitemaps and RSS keep whole URLs") {
  RewritePolicy policy;
  policy.form = html::UrlForm::relative;
  policy.rebases.add("https://h.example/old/", "https://h.example/new/");
  html::RewriteOptions options;
  options.document.url = "https://h.example/sitemap.xml";
  options.encoding.content_type = html::ContentType::xml;
  const auto after = [&](std::string const& text) {
    const auto file =
        html::rewrite(text, options, [&](html::LinkTarget& target) { policy.apply(target); });
    REQUIRE(file);
    return file->changed ? file->bytes : text;
  };
  const std::string set = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>";
  CHECK(after(set + "https://h.example/a</loc></url></urlset>") ==
        set + "https://h.example/a</loc></url></urlset>");
  CHECK(after(set + "https://h.example/old/a</loc></url></urlset>") ==
        set + "https://h.example/new/a</loc></url></urlset>");
  const std::string item = "<rss version='2.0'><channel><item><guid>https://h.example/i</guid>";
  for (const std::string rest :
       {"<description>&lt;a href='https://h.example/a'>&lt;a href='/a'></description></item>",
        "<x:link xmlns:x='http://www.w3.org/2005/Atom' href='https://h.example/a'/></item>"}) {
    CHECK(after(item + rest + "</channel></rss>") == item + rest + "</channel></rss>");
  }
  const std::string atom =
      "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:m='http://search.yahoo.com/mrss/'><entry>"
      "<m:content url='https://h.example/m'/><content type='html'>&lt;a href='";
  CHECK(after(atom + "https://h.example/a'></content></entry></feed>") ==
        atom + "a'></content></entry></feed>");
  policy.form = html::UrlForm::absolute;
  CHECK(after(set + "/a</loc></url></urlset>") == set + "https://h.example/a</loc></url></urlset>");
}

TEST_CASE("the translations that a sitemap names move with its pages") {
  RewritePolicy policy;
  policy.rebases.add("https://h.example/", "https://n.example/v2/");
  html::RewriteOptions options;
  options.document.url = "https://h.example/sitemap.xml";
  options.encoding.content_type = html::ContentType::xml;
  const auto set = [](std::string const& site) {
    return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
           "xmlns:x='http://www.w3.org/1999/xhtml'><url><loc>" +
           site + "a</loc><x:link rel='alternate' hreflang='de' href='" + site +
           "de/a'/></url></urlset>";
  };
  const auto file = html::rewrite(set("https://h.example/"), options,
                                  [&](html::LinkTarget& target) { policy.apply(target); });
  REQUIRE(file);
  CHECK(file->bytes == set("https://n.example/v2/"));
}

TEST_CASE("what is kept keeps its target where the page itself moves") {
  RewritePolicy policy;
  policy.keep.own_addresses = true;
  policy.rebases.add("https://h.example/a/", "https://h.example/n/");
  const std::string page =
      "<link rel=canonical href=/a/page.html><link rel=canonical href='page.html'><a "
      "href='page.html'><a href='#f'>";
  CHECK(page_after(policy, page) ==
        "<link rel=canonical href=/a/page.html><link rel=canonical href='../a/page.html'><a "
        "href='page.html'><a href='#f'>");
  policy.elements = {"img"};
  CHECK(page_after(policy, "<a href=/a/page.html><a href='#f'>") ==
        "<a href=/a/page.html><a href='#f'>");
}

TEST_CASE("the own address of a page that moves is not kept unless told") {
  struct Row {
    std::string link;  ///< with a '*' in place of its URL
    bool is_own = true;
  };
  const std::vector<Row> rows{
      {"<link rel=CANONICAL href=*>"},
      {"<link rel='x canonical' href=*>"},
      {"<link rel=alternate hreflang=de href=*>"},
      {"<link rel='alternate' media=handheld href=*>"},
      {"<meta property=og:url content=*>"},
      {"<meta property='OG:URL x' content='*'>"},
      {"<meta name=twitter:url content=*>"},
      {"<meta name=og:url property=x content=*>"},
      {"<meta property=og:image content=*>", false},
      {"<meta name=x content=*>", false},
  };
  const auto with = [](std::string link, std::string const& url) {
    return link.replace(link.find('*'), 1, url);
  };
  const std::string old_url = "https://h.example/a/page.html";
  const std::string new_url = "https://n.example/b/page.html";
  for (Row const& row : rows) {
    INFO(row.link);
    RewritePolicy policy;
    policy.rebases.add("https://h.example/a/", "https://n.example/b/");
    CHECK(page_after(policy, with(row.link, old_url)) ==
          with(row.link, row.is_own ? new_url : old_url));
    // It names another site, or the page is not among those that move.
    for (const std::string other : {"https://h.example/c", "https://o.example/a/page.html"}) {
      CHECK(page_after(policy, with(row.link, other)) == with(row.link, other));
    }
    CHECK(page_after(policy, with(row.link, old_url), "https://h.example/x.html") ==
          with(row.link, old_url));
    if (row.is_own)
      CHECK(page_after(policy, with(row.link, "page.html")) == with(row.link, "page.html"));
    policy.form = html::UrlForm::relative;
    CHECK(page_after(policy, with(row.link, old_url)) ==
          with(row.link, row.is_own ? new_url : old_url));
    policy.keep.own_addresses = true;
    CHECK(page_after(policy, with(row.link, old_url)) == with(row.link, old_url));
  }
}

TEST_CASE("scopes and hints of hosts name no file") {
  RewritePolicy policy;
  policy.index = {"index.html"};
  CHECK(page_after(policy,
                   "<link rel=preconnect href=/><link rel='x DNS-prefetch' href=/><a href=/>") ==
        "<link rel=preconnect href=/><link rel='x DNS-prefetch' href=/><a href=/index.html>");
  html::RewriteOptions options;
  options.document.url = "https://h.example/app.webmanifest";
  options.encoding.content_type = html::ContentType::json;
  const auto manifest = html::rewrite("{\"scope\":\"/\",\"start_url\":\"/\"}", options,
                                      [&](html::LinkTarget& target) { policy.apply(target); });
  REQUIRE(manifest);
  CHECK(manifest->bytes == "{\"scope\":\"/\",\"start_url\":\"/index.html\"}");
}

TEST_CASE("kinds, elements and expressions select links") {
  RewritePolicy policy;
  policy.form = html::UrlForm::absolute;
  policy.kinds = {html::LinkKind::image};
  CHECK(page_after(policy, "<a href=x><img src=y>") == "<a href=x><img src=https://h.example/a/y>");
  policy.kinds = {};
  policy.elements = {"A"};
  CHECK(page_after(policy, "<a href=x><img src=y>") == "<a href=https://h.example/a/x><img src=y>");
  policy.elements = {};
  policy.is_excluded = [](std::string_view url) { return url.ends_with("x"); };
  CHECK(page_after(policy, "<a href=x><img src=y>") == "<a href=x><img src=https://h.example/a/y>");
}

TEST_CASE("folders and pages are spelt out as the files that they are") {
  const test::TemporaryFolder folder;
  folder.write("docs/index.htm", "");
  folder.write("about.html", "");
  folder.write("empty/x.txt", "");
  SiteOptions options;
  options.root = folder.path();
  options.index = {"index.html", "index.htm"};
  options.extensions = {"html"};
  const auto tree = Site::read(options);
  REQUIRE(tree);
  RewritePolicy policy;
  policy.form = html::UrlForm::relative;
  policy.index = options.index;
  policy.extensions = options.extensions;
  policy.tree = &*tree;
  policy.tree_url = "https://h.example/";
  CHECK(page_after(policy, "<a href=/docs/#f><a href=/docs><a href=/about?x><a href=/empty/>") ==
        "<a href=../docs/index.htm#f><a href=../docs/index.htm><a href=../about.html?x><a "
        "href=../empty/>");
}

TEST_CASE("a name and a password make no other origin") {
  RewritePolicy policy;
  policy.form = html::UrlForm::relative;
  policy.index = {"index.html"};
  CHECK(
      page_after(policy, "<a href=https://user@h.example/d/><a href=https://h.example:8080/d/>") ==
      "<a href=https://user@h.example/d/index.html><a href=https://h.example:8080/d/>");
}

TEST_CASE("a mirror's links lead to its files, all others to the web") {
  const test::TemporaryFolder folder;
  folder.write("h.example/index.html", "");
  folder.write("h.example/a/page.html", "");
  folder.write("h.example/a/list.php?id=1", "");
  folder.write("cdn.example/s.css", "");
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  RewritePolicy policy;
  policy.local = &*files;
  html::RewriteOptions options;
  options.document.url = *files->address_of(folder.path() + "/h.example/a/page.html");
  CHECK(options.document.url == "https://h.example/a/page.html");
  options.new_url = "file://" + folder.path() + "/h.example/a/page.html";
  options.drop_base = true;
  const std::string page =
      "<link href=//cdn.example/s.css><a href=list.php?id=1#f><a href=http://h.example/><a "
      "href=missing><a href=page.html/><a href='#f'><a href='?x'>";
  const auto map = [&](html::LinkTarget& target) { policy.apply(target); };
  const auto first = html::rewrite(page, options, map);
  REQUIRE(first);
  CHECK(first->bytes ==
        "<link href=../../cdn.example/s.css><a href=\"list.php%3Fid=1#f\"><a href=../index.html><a "
        "href=https://h.example/a/missing><a href=https://h.example/a/page.html/><a href='#f'>"
        "<a href='https://h.example/a/page.html?x'>");
  const auto second = html::rewrite(first->bytes, options, map);
  REQUIRE(second);
  CHECK(!second->changed);
}

TEST_CASE("in names for Windows, a plus stands before the port") {
  const test::TemporaryFolder folder;
  folder.write("h.example+8080/a.html", "");
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const std::string path = "/h.example+8080/a.html";
  CHECK(files->address_of(folder.path() + path) == "http://h.example:8080/a.html");
  CHECK(files->find("http://h.example:8080/a.html#f") == "file://" + folder.path() + path + "#f");
  CHECK(!files->find("http://h.example/a.html"));
}

TEST_CASE("an @ before the query in names for Windows is a part of no address") {
  const test::TemporaryFolder folder;
  for (const char* name : {"l.php@a=1&b=2", "l.php@a=3.html", "list@a=1", "me@there.html"}) {
    folder.write("h.example/" + std::string(name), "");
  }
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const auto address = [&](std::string const& name) {
    return files->address_of(folder.path() + "/h.example/" + name).value_or("");
  };
  CHECK(address("l.php@a=1&b=2") == "https://h.example/l.php?a=1&b=2");
  CHECK(address("l.php@a=3.html") == "https://h.example/l.php?a=3");
  CHECK(address("list@a=1") == "https://h.example/list?a=1");
  CHECK(address("me@there.html") == "https://h.example/me@there.html");
}

TEST_CASE("an ending that a program added is a part of no address") {
  const test::TemporaryFolder folder;
  for (const char* name : {"list.php.html", "list.php?a=1.html", "News.html", "News?p=2.html",
                           "about.html", "about.html?p=2.html", "a.en.html", ".do.html"}) {
    folder.write("h.example/" + std::string(name), "");
  }
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const auto address = [&](std::string const& name) {
    return files->address_of(folder.path() + "/h.example/" + name).value_or("");
  };
  CHECK(address("list.php.html") == "https://h.example/list.php");
  CHECK(address("News.html") == "https://h.example/News");
  CHECK(address("News?p=2.html") == "https://h.example/News?p=2");
  CHECK(address("about.html") == "https://h.example/about.html");
  CHECK(address("about.html?p=2.html") == "https://h.example/about.html?p=2");
  CHECK(address("a.en.html") == "https://h.example/a.en.html");
}

TEST_CASE("folders of schemes tell the scheme of the hosts in them") {
  const test::TemporaryFolder folder;
  for (const char* name : {"http/h.example/a.html", "https/h.example/a.html",
                           "http/h.example/b.html", "https/h.example+81/c.html", "d.example/a"}) {
    folder.write(name, "");
  }
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const std::string root = folder.path() + "/";
  CHECK(files->address_of(root + "http/h.example/a.html") == "http://h.example/a.html");
  CHECK(files->address_of(root + "https/h.example+81/c.html") == "https://h.example:81/c.html");
  CHECK(files->address_of(root + "d.example/a") == "https://d.example/a");
  const auto found = [&](std::string const& url) {
    return files->find(url).value_or("file://" + root).substr(7 + root.size());
  };
  CHECK(found("http://h.example/a.html") == "http/h.example/a.html");
  CHECK(found("https://h.example/a.html") == "https/h.example/a.html");
  CHECK(found("https://h.example/b.html#f") == "http/h.example/b.html#f");
  CHECK(found("http://h.example:81/c.html") == "https/h.example+81/c.html");
  CHECK(found("http://d.example/a") == "d.example/a");
}

TEST_CASE("the scheme of a mirrored host is the one that its port is mostly for") {
  const test::TemporaryFolder folder;
  for (const char* host : {"h.example", "h.example:8080", "h.example:8443", "[::1]"}) {
    folder.write(std::string(host) + "/a.html", "");
  }
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const auto address = [&](std::string const& host) {
    return files->address_of(folder.path() + "/" + host + "/a.html").value_or("");
  };
  CHECK(address("h.example") == "https://h.example/a.html");
  CHECK(address("h.example:8080") == "http://h.example:8080/a.html");
  CHECK(address("h.example:8443") == "https://h.example:8443/a.html");
  CHECK(address("[::1]") == "https://[::1]/a.html");
}

TEST_CASE("in a mirror, a base that goes does not lend its references to other files") {
  const test::TemporaryFolder folder;
  folder.write("h.example/index.html", "");
  folder.write("h.example/x.html", "");
  folder.write("h.example/d/y.html", "");
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  RewritePolicy policy;
  policy.local = &*files;
  html::RewriteOptions options;
  options.document.url = "https://h.example/";
  options.new_url = "file://" + folder.path() + "/h.example/index.html";
  options.drop_base = true;
  const auto map = [&](html::LinkTarget& target) { policy.apply(target); };
  const auto first = html::rewrite(
      "<base href=d/><a href=x.html><a href='#f'><a href=''><a href=y.html>"
      "<iframe srcdoc='<a href=x.html>'></iframe>",
      options, map);
  REQUIRE(first);
  CHECK(first->bytes ==
        "<a href=https://h.example/d/x.html><a href='https://h.example/d/#f'>"
        "<a href='https://h.example/d/'><a href=d/y.html>"
        "<iframe srcdoc='<a href=https://h.example/d/x.html>'></iframe>");
  const auto second = html::rewrite(first->bytes, options, map);
  REQUIRE(second);
  CHECK(!second->changed);
}

TEST_CASE("files of a mirror are found however their names are escaped") {
  const test::TemporaryFolder folder;
  for (const char* name :
       {"a/t.html?x&h=http:%2F%2Fe.example", "a/u.html?x&h=http%3A%2F%2Fe.example",
        "a/css?family=A%3A400,700|B&display=swap.css", "a/p%2Fq.html", "a/\xD1%91.html",
        "a/100%.html", "a/list.php?id=1&n=2.html", "a/w@x=1.html", "a/d/index.html?x=1"}) {
    folder.write("h.example/" + std::string(name), "");
  }
  const auto files = LocalFiles::read(folder.path(), "", {});
  REQUIRE(files);
  const std::string there = "file://" + folder.path() + "/h.example/a/";
  const auto found = [&](std::string const& url) {
    const std::string file = files->find("http://h.example/a/" + url).value_or("");
    return file.starts_with(there) ? file.substr(there.size()) : file;
  };
  CHECK(found("t.html?x&h=http%3A%2F%2Fe.example#f") == "t.html%3Fx&h=http:%252F%252Fe.example#f");
  CHECK(found("u.html?x&h=http://e.example") == "u.html%3Fx&h=http%253A%252F%252Fe.example");
  CHECK(found("css?family=A%3A400%2C700%7CB&display=swap") ==
        "css%3Ffamily=A%253A400,700%7CB&display=swap.css");
  CHECK(found("p%2Fq.html") == "p%252Fq.html");
  CHECK(found("p/q.html") == "");
  CHECK(found("%D1%91.html") == "%D1%2591.html");
  CHECK(found("100%25.html") == "100%25.html");
  CHECK(found("list.php?id=1&n=2") == "list.php%3Fid=1&n=2.html");
  CHECK(found("w?x=1") == "w@x=1.html");
  CHECK(found("d/?x=1") == "d/index.html%3Fx=1");
  CHECK(found("d/?x=2") == "");
  CHECK(files->address_of(folder.path() + "/h.example/a/list.php?id=1&n=2.html") ==
        "https://h.example/a/list.php?id=1&n=2");
}
