// What of a site is checked: types that the user gives, text files with URLs, what authors have
// ignored.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// What `check site` finds with these options: "file:line:column rule raw" for each row.
std::string found_rows(std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"check", "-q", "site", "-f", "csv"});
  std::istringstream rows(run_cli(options).out);
  std::string found;
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    std::vector<std::string> fields(1);
    for (const char c : row) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    found +=
        fields[2] + ":" + fields[3] + ":" + fields[4] + " " + fields[0] + " " + fields[10] + "\n";
  }
  return found;
}

/// The same for a page.
std::string found_in_page(TemporaryFolder const& folder, std::string const& html) {
  folder.write("site/index.html", "<meta charset=utf-8>\n" + html);
  return found_rows();
}

}  // namespace

TEST_CASE("check --ext: files with an extension are read as what the user says") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=page.php#here>x</a><a href=page.php#gone>y</a>");
  folder.write("site/page.php", "<meta charset=utf-8><p id=here><a href=no.html>x</a>");
  folder.write("site/style.less", "a{b:url(no.png)}");
  folder.write("site/app.json5", "{\"start_url\": \"/no\"}");
  folder.write("site/feed", "<rss version='2.0'><channel><link>/no-feed</link></channel></rss>");
  CHECK(found_rows().empty());
  const std::string page =
      "site/index.html:1:36 missing-fragment page.php#gone\n"
      "site/page.php:1:40 missing-file no.html\n";
  CHECK(found_rows({"--ext", "php=html"}) == page);
  CHECK(found_rows({"--ext", "PHP=text/html"}) == page);
  CHECK(found_rows({"--ext", "less=css"}) == "site/style.less:1:9 missing-file no.png\n");
  CHECK(found_rows({"--ext", "json5=webmanifest"}) == "site/app.json5:1:16 missing-file /no\n");
  CHECK(found_rows({"--ext", "=application/rss+xml"}) == "site/feed:1:35 missing-file /no-feed\n");
  CHECK(found_rows({"--ext", "html=css"}).empty());
  folder.write(".hrefkit.toml", "[check]\next = [\"php=html\", \"less=css\"]\n");
  CHECK(found_rows() == page + "site/style.less:1:9 missing-file no.png\n");
  CHECK(run_cli({"check", "site", "--ext", "php=none"}).exit_code == 2);
  // A report does not replace what is read as a page now.
  CHECK(run_cli({"check", "site", "-o", "site/page.php"}).exit_code == 2);
}

TEST_CASE("check --ext: fragments lead to the ids of pictures with another extension") {
  const TemporaryFolder folder;
  folder.write("site/icons.x", "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/></svg>");
  folder.write("site/index.html",
               "<meta charset=utf-8><svg><use href='icons.x#a'/><use href='icons.x#b'/></svg>"
               "<a href='icons.x#c'>x</a><img src='icons.x#d'><a href='icons.x#svgView(x)'>x</a>");
  CHECK(found_rows().empty());
  const std::string found =
      "site/index.html:1:60 missing-fragment icons.x#b\n"
      "site/index.html:1:87 missing-fragment icons.x#c\n";
  CHECK(found_rows({"--ext", "x=svg"}) == found);
  CHECK(found_rows({"--ext", ".x=image/svg+xml"}) == found);
  // The same file as what it is not: a picture without ids, by its name, and a page.
  CHECK(found_rows({"--ext", "x=css"}).empty());
}

TEST_CASE("check: robots.txt, llms.txt and sitemap.txt are checked") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8><p id=top-id>");
  folder.write("site/robots.txt",
               "User-agent: *\nDisallow: /no\nSitemap: https://site.invalid/no.xml\n"
               "Sitemap: https://other.example/no.xml\nSitemap: /sitemap.txt\n");
  folder.write("site/llms.txt",
               "# Site\n- [Home](/index.html#top-id)\n- [Gone](gone.html \"x\")\n- "
               "[Id](/#no-id)\n`[code](no)`\n- [Esc](a\\_b.html)\n");
  folder.write("site/sitemap.txt",
               "\xEF\xBB\xBFhttps://site.invalid/\nhttps://site.invalid/gone\n");
  folder.write("site/sub/robots.txt", "Sitemap: /no\n");
  CHECK(found_rows() ==
        "site/llms.txt:3:10 missing-file gone.html\n"
        "site/llms.txt:4:8 missing-fragment /#no-id\n"
        "site/llms.txt:6:9 missing-file a_b.html\n"
        "site/robots.txt:3:10 missing-file https://site.invalid/no.xml\n"
        "site/sitemap.txt:2:1 missing-file https://site.invalid/gone\n");
  const CliResult text = run_cli({"check", "site"});
  CHECK_THAT(text.out, Catch::Contains("    3 | - [Gone](gone.html \"x\")\n"
                                       "      |          ^^^^^^^^^\n"));
  CHECK_THAT(text.err, Catch::Contains(
                           "1 page, 3 other files, 9 links: 3 fine, 5 with findings, 1 to other"));
  CHECK(found_rows({"--exclude-path", "*.txt"}).empty());
  CHECK(found_rows({"--include-path", "robots.txt"}) ==
        "site/robots.txt:3:10 missing-file https://site.invalid/no.xml\n");
  CHECK(run_cli({"check", "site", "-o", "site/robots.txt"}).exit_code == 2);
}

TEST_CASE("check: the charset of a link is the encoding of a sheet that declares none") {
  const TemporaryFolder folder;
  folder.write("site/\xC3\xA9.png", "");
  folder.write("site/a.css", "a{b:url(\xE9.png)}");
  const std::string link = "<link rel=stylesheet href=a.css charset=";
  const std::string missing = "site/a.css:1:9 missing-file \xEF\xBF\xBD.png\n";
  CHECK(found_in_page(folder, link + "windows-1252>").empty());
  CHECK(found_in_page(folder, link + "none>") == missing);
  CHECK(found_in_page(folder, "<link rel=stylesheet href=a.css>") == missing);
  folder.write("site/a.css", "@charset \"utf-8\"; a{b:url(\xC3\xA9.png)}");
  CHECK(found_in_page(folder, link + "windows-1252>").empty());
}

TEST_CASE("check: Link fields of _headers are read as those of a live site") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8>");
  folder.write(
      "site/_headers",
      "/*\n  Link: </no.css>; rel=preload; as=style, </index.html>; rel=next\n"
      "  link: <https://no.example>; rel=preconnect, </gone>; rel=next; anchor=\"/other\"\n"
      "  Refresh: 5; url=/nowhere\n  Location: /not-read\n  X-Link: </x>\n"
      "/gone/*\n  Link: <https://site.invalid/no.js>; rel=modulepreload\n");
  CHECK(found_rows() ==
        "site/_headers:2:10 missing-file /no.css\n"
        "site/_headers:4:19 missing-file /nowhere\n"
        "site/_headers:8:10 missing-file https://site.invalid/no.js\n");
  folder.write("site/sub/_headers", "/*\n  Link: </no.css>; rel=preload\n");
  CHECK(found_rows({"--exclude-path", "/_headers"}).empty());
}

TEST_CASE("check: llms.txt is read in any folder, and llms-full.txt joins pages") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8><p id=here>");
  folder.write("site/docs/llms.txt", "- [c](/c.md)\n- [i](../index.html)\n- [d](d.md)\n");
  folder.write(
      "site/docs/llms-full.txt",
      "# One\n[a](gone.md) [b](../gone.md) [c](#no) [d](?q) <https://site.invalid/no>\n"
      "# Two\n![e](/no.png) [f](/#here) [g](https://site.invalid/#no) [h](//x.example/)\n");
  CHECK(found_rows() ==
        "site/docs/llms-full.txt:2:48 missing-file https://site.invalid/no\n"
        "site/docs/llms-full.txt:4:6 missing-file /no.png\n"
        "site/docs/llms-full.txt:4:31 missing-fragment https://site.invalid/#no\n"
        "site/docs/llms.txt:1:7 missing-file /c.md\n"
        "site/docs/llms.txt:3:7 missing-file d.md\n");
  CHECK_THAT(run_cli({"check", "site"}).err,
             Catch::Contains("4 skipped (relative in llms-full.txt, which has pages of many"));
  CHECK(found_rows({"--orphans", "--rules", "orphan-file"}).empty());
}

TEST_CASE("check: Markdown that a page names as its other form is read") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><link rel=alternate type=text/markdown href=/index.md>"
               "<a href=read.md>source</a>");
  folder.write("site/index.md", "[gone](/gone.md) [back](./#no) `[code](no)`\n\n[r](read.md#x)\n");
  folder.write("site/read.md", "[gone](gone)");
  CHECK(found_rows() ==
        "site/index.md:1:8 missing-file /gone.md\n"
        "site/index.md:1:25 missing-fragment ./#no\n");
}

TEST_CASE("check: a style sheet, manifest or feed is what its link says, whatever its name") {
  const TemporaryFolder folder;
  struct Case {
    std::string link;
    std::string file;
    std::string bytes;
    std::string found;
  };
  const std::string css = "a{b:url(no)}";
  const std::string manifest = "{\"start_url\": \"/no\"}";
  const std::string feed = "<rss version='2.0'><channel><link>/no</link></channel></rss>";
  for (Case const& each : std::vector<Case>{
           {"<link rel=stylesheet href=style.php>", "style.php", css,
            "style.php:1:9 missing-file no"},
           {"<link rel='preload STYLESHEET' href=/style?v=1>", "style", css,
            "style:1:9 missing-file no"},
           {"<link rel=manifest href=app.json>", "app.json", manifest,
            "app.json:1:16 missing-file /no"},
           {"<link href=feed rel=alternate type=application/rss+xml>", "feed", feed,
            "feed:1:35 missing-file /no"},
           {"<link rel=alternate type='application/atom+xml' href=a.txt>", "a.txt",
            "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/no'/></feed>",
            "a.txt:1:55 missing-file /no"},
           {"<link rel=alternate href=feed title='a>b' type='application/rss+xml'>", "feed", feed,
            "feed:1:35 missing-file /no"},
           {"<link rel=alternate href=feed TYPE='Application&#47;RSS+xml; charset=utf-8'>", "feed",
            feed, "feed:1:35 missing-file /no"},
           {"<link rel=alternate title='" + std::string(3000, 'x') +
                "' href=feed title=x type=application/rss+xml>",
            "feed", feed, "feed:1:35 missing-file /no"},
           {"<link rel=alternate href=feed data-x='application/rss+xml'>", "feed", feed, ""},
           {"<link rel=alternate href=feed type=text/html type=application/rss+xml>", "feed", feed,
            ""},
           {"<link rel=alternate type=text/plain href=feed>", "feed", feed, ""},
           {"<link rel=alternate href=feed><p title=application/rss+xml>", "feed", feed, ""},
           {"<link rel=preload href=style.php>", "style.php", css, ""},
           {"<a rel=stylesheet href=style.php>x</a>", "style.php", css, ""},
           {"<link rel=stylesheet href=style.css>", "style.css", css,
            "style.css:1:9 missing-file no"},
       }) {
    INFO(each.link);
    folder.write("site/" + each.file, each.bytes);
    folder.write("site/zz.html", "<meta charset=utf-8><img src=last>");
    const std::string expected = each.found.empty() ? "" : "site/" + each.found + "\n";
    const std::string last = "site/zz.html:1:30 missing-file last\n";
    CHECK(found_in_page(folder, each.link) == expected + last);
    std::filesystem::remove("site/" + each.file);
  }
  // What is told of pages is told once, and a binary file is none.
  folder.write("site/bin", "\x1F\x8B\x08 gzip");
  found_in_page(folder,
                "<link rel=stylesheet href=bin><!-- hrefkit-ignore-start -->"
                "<img src=1>");
  const CliResult result = run_cli({"check", "site"});
  CHECK_THAT(result.err, Catch::Contains("site/bin: warning: is a gzip file; skipped\n"));
  const std::string open = "no hrefkit-ignore-end follows";
  CHECK(result.err.find(open) != result.err.npos);
  CHECK(result.err.find(open) == result.err.rfind(open));
}

TEST_CASE("check: an index file that a link calls a feed is one, unless its bytes are HTML") {
  const TemporaryFolder folder;
  struct Case {
    std::string link;
    std::string bytes;
    std::string found;        ///< in d/index.html
    bool is_useless = false;  ///< the link cannot use it
  };
  const std::string feed = "<link rel=alternate type=application/rss+xml href=d/>";
  const std::string rss = "<rss version='2.0'><channel><link>/no</link></channel></rss>";
  const std::string page = "<!doctype html><meta charset=utf-8><a href=/no>x</a>";
  for (Case const& each : std::vector<Case>{
           {feed, rss, "1:35 missing-file /no"},
           {feed, "\xEF\xBB\xBF<?xml version='1.0'?>" + rss, "1:56 missing-file /no"},
           {feed, page, "1:44 missing-file /no"},
           {feed, "<nav><a href=/no>x</a></nav>", "1:14 missing-file /no"},
           {feed,
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><a href=/no>x</a>",
            "1:73 missing-file /no"},
           {feed, "", ""},
           {feed, "<rss><channel><link>/no</link><title>&</title></channel></rss>",
            "1:39 not-well-formed "},
           {"<link rel=alternate type=application/rss+xml href=d/index.html>", rss,
            "1:35 missing-file /no"},
           {"<a href=d/>x</a>", rss, ""},
           {"<link rel=alternate hreflang=de href=d/>", rss, ""},
           {"<link rel=manifest href=d/>", "{\"start_url\": \"/no\"}", "1:16 missing-file /no"},
           {"<link rel=manifest href=d/>", page, "1:44 missing-file /no", true},
           {"<link rel=stylesheet href=d/>", "a{b:url(/no)}", "1:9 missing-file /no"},
           {"<link rel=stylesheet href=d/>", page, "1:44 missing-file /no", true},
       }) {
    INFO(each.link + each.bytes);
    folder.write("site/d/index.html", each.bytes);
    folder.write("site/index.html", "<meta charset=utf-8>" + each.link + each.link);
    std::string found = found_rows();
    const std::string beside = "site/d/index.html:1:21 missing-file /no\n";
    if (const auto at = found.find(beside); at != found.npos) found.erase(at, beside.size());
    const std::size_t useless = found.find("site/index.html:");
    CHECK((useless != found.npos) == each.is_useless);
    if (each.is_useless) {
      CHECK_THAT(found, Catch::Contains("wrong-type d/"));
      found.erase(useless);
    }
    CHECK(found == (each.found.empty() ? "" : "site/d/index.html:" + each.found + "\n"));
  }
  // What the user says of a name wins.
  folder.write("site/d/index.html", rss);
  folder.write("site/index.html", "<meta charset=utf-8>" + feed);
  CHECK(found_rows({"--ext", "html=html"}).empty());
}

TEST_CASE("check: a comment has the next element ignored, with what it holds") {
  const TemporaryFolder folder;
  struct Case {
    std::string html;
    std::string found;  ///< raw values
  };
  for (Case const& each : std::vector<Case>{
           {"<!-- hrefkit-ignore --><a href=1>x</a><a href=2>x</a>", "2 "},
           {"<!--hrefkit-ignore-->\ntext <p><a href=1>x</a><img src=2></p><a href=3>x</a>", "3 "},
           {"<!--\n hrefkit-ignore\t--><img src=1><img src=2>", "2 "},
           {"<p><!-- hrefkit-ignore --></p><div><a href=1>x</a></div><a href=2>x</a>", "2 "},
           {"<!-- hrefkit-ignore --><!-- other --><a href=1>x</a>", ""},
           {"<!-- hrefkit-ignore --><style>a{b:url(1)}</style><p style='a:url(2)'>", "2 "},
           {"<!-- hrefkit-ignore --><iframe srcdoc='<img src=1>'></iframe><img src=2>", "2 "},
           {"<iframe srcdoc='<!-- hrefkit-ignore --><img src=1><img src=2>'></iframe>", "2 "},
           {"<!-- hrefkit-ignored --><a href=1>x</a>", "1 "},
           {"<!-- hrefkit-ignore: why --><a href=1>x</a>", "1 "},
           {"<!-- <!-- hrefkit-ignore --><a href=1>x</a>", "1 "},
           {"<script>'<!-- hrefkit-ignore -->'</script><a href=1>x</a>", "1 "},
           {"<textarea><!-- hrefkit-ignore --></textarea><a href=1>x</a>", "1 "},
           {"<p title='<!-- hrefkit-ignore -->'><a href=1>x</a>", "1 "},
           {"<a href=1>x</a><!-- hrefkit-ignore -->", "1 "},
           {"<!-- hrefkit-ignore-start --><a href=1>x</a><p><img src=2></p>"
            "<!-- hrefkit-ignore-end --><a href=3>x</a>",
            "3 "},
           {"<div><!-- hrefkit-ignore-start --><a href=1>x</a></div><img src=2>"
            "<!--hrefkit-ignore-end--><img src=3>",
            "3 "},
           {"<!-- hrefkit-ignore-start --><div><!-- hrefkit-ignore-end --><img src=1></div>", "1 "},
           {"<!-- hrefkit-ignore-start --><img src=1><!-- hrefkit-ignore-start --><img src=2>"
            "<!-- hrefkit-ignore-end --><img src=3><!-- hrefkit-ignore-end --><img src=4>",
            "3 4 "},
           {"<!-- hrefkit-ignore-end --><img src=1>", "1 "},
           {"<img src=1><!-- hrefkit-ignore-start --><img src=2>", "1 "},
           {"<!-- hrefkit-ignore --><img usemap=#no><img usemap=#none>", "#none "},
           {"<svg><!-- hrefkit-ignore --><image href=1 /><image href=2 /></svg>", "2 "},
       }) {
    INFO(each.html);
    std::istringstream rows(found_in_page(folder, each.html));
    std::string found;
    for (std::string row; std::getline(rows, row);) found += row.substr(row.rfind(' ') + 1) + " ";
    CHECK(found == each.found);
  }
}

TEST_CASE("check: comments have links of XML ignored") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "");
  folder.write("site/a.xhtml",
               "<html xmlns='http://www.w3.org/1999/xhtml'><body>text<!-- hrefkit-ignore -->text"
               "<a href='1'>x</a>\n<![CDATA[<!-- hrefkit-ignore -->]]><a href='2'>x</a>\n"
               "<!-- hrefkit-ignore-start --><a href='3'>x</a><!-- hrefkit-ignore-end -->"
               "</body></html>");
  folder.write("site/feed.xml",
               "<rss version='2.0'><channel>\n<!-- hrefkit-ignore --><link>/no</link>\n"
               "<docs>/gone</docs></channel></rss>");
  CHECK(found_rows() ==
        "site/a.xhtml:2:45 missing-file 2\n"
        "site/feed.xml:3:7 missing-file /gone\n");
}

TEST_CASE("check: a page of which links are left out is named") {
  const TemporaryFolder folder;
  std::string nested = "<a href=gone>x</a>";
  for (int depth = 0; depth < 33; ++depth) {
    std::string value;
    for (const char c : nested)
      value += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    nested = "<iframe srcdoc=\"" + value + "\"></iframe>";
  }
  std::string templates;
  for (int i = 0; i < 10'000; ++i) templates += "<p><?marker name='x'></p>";
  for (int i = 0; i < 10'000; ++i) templates += "<template for=x><a href=gone>x</a></template>";
  struct Case {
    std::string page;
    std::string told;
  };
  for (Case const& each : std::vector<Case>{
           {"<meta charset=utf-8>" + nested,
            "srcdoc documents nested more than 32 deep are left out"},
           {"<meta charset=utf-8>" + templates,
            "templates with a for attribute stay inert, whatever markers there are: links in them "
            "are left out"},
           {"<meta charset=iso-2022-kr><a href=gone>x</a>",
            "the encoding is one that browsers refuse: nothing in the file is read"}}) {
    CAPTURE(each.told);
    folder.write("site/index.html", each.page);
    const CliResult result = run_cli({"check", "site", "--color", "never"});
    CHECK_THAT(result.err, Catch::Contains("site/index.html: warning: " + each.told + "\n"));
  }
}

TEST_CASE("check: a part to ignore that does not end is told") {
  const TemporaryFolder folder;
  const auto told = [&](std::string const& html) {
    found_in_page(folder, html);
    const std::string err = run_cli({"check", "site"}).err;
    return err.find(
               "site/index.html:2:12: warning: no hrefkit-ignore-end follows: links are ignored "
               "up to the end of the page\n") != err.npos;
  };
  CHECK(told("<img src=1><!-- hrefkit-ignore-start --><img src=2>"));
  CHECK(told("<img src=1><!-- hrefkit-ignore-start --><img src=2><!-- hrefkit-ignore-stop -->"));
  CHECK(!told("<img src=1><!-- hrefkit-ignore-start --><img src=2><!-- hrefkit-ignore-end -->"));
  CHECK(!told("<img src=1><!-- hrefkit-ignore --><img src=2>"));
  // Whether there is a finding or not, and by both engines.
  CHECK(told("<p>1234567><!-- hrefkit-ignore-start --><img src=2>"));
  CHECK(told("<p>1234567><!--\nhrefkit-ignore-start--><img src=2>"));
  CHECK(told("<p>1234567><!-- hrefkit-ignore-start --><iframe srcdoc='<p>'></iframe>"));
  CHECK(!told("<p>1234567><!-- hrefkit-ignore-start --><!-- hrefkit-ignore-end -->"));
  CHECK(!told("<textarea>1<!-- hrefkit-ignore-start --></textarea>"));
  CHECK(!told("<script>123<!-- hrefkit-ignore-start --></script>"));
  found_in_page(folder, "<img src=1><!-- hrefkit-ignore-start -->\n<!-- hrefkit-ignore-start -->");
  const std::string err = run_cli({"check", "site", "--fail-on", "none"}).err;
  CHECK(err.find("no hrefkit-ignore-end") == err.rfind("no hrefkit-ignore-end"));
  CHECK_THAT(err, Catch::Contains("1 error, 0 warnings, 1 warning about files"));
  // Of a page that is not reported nothing is told.
  CHECK(run_cli({"check", "site", "--exclude-path", "index.html", "--allow-empty"})
            .err.find("no hrefkit-ignore-end") == std::string::npos);
  folder.write("site/index.html", "<!-- hrefkit-ignore --><img src=2>");
  const CliResult result = run_cli({"check", "site"});
  CHECK_THAT(result.err, Catch::Contains("1 ignored"));
}

}  // namespace hrefkit::test
