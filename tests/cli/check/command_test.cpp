#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/text/utf8.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// The number of lines.
std::size_t lines(std::string const& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void write_site(TemporaryFolder const& folder) {
  folder.write("site/index.html", "<meta charset=utf-8><a href=gone.html>x</a>\n<img src=''>\n");
  folder.write("site/page.html", "<meta charset=utf-8><a href=index.html>x</a>");
}

}  // namespace

TEST_CASE("check: a clean site says nothing and exits with 0") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=index.html>x</a>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "hrefkit: 1 page, 1 link: 1 fine, 0 with findings, 0 to other sites\n"
        "hrefkit: 0 errors, 0 warnings\n");
  CHECK(run_cli({"check", "-q", "site"}).err.empty());
}

TEST_CASE("check: a file that holds no text is no page") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=packed.html#x>x</a>");
  folder.write("site/packed.html", "\x1F\x8B\x08 a gzip file <a href=gone>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("site/packed.html: warning: is a gzip file; skipped\n"));
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 1 page, 1 link: 1 fine"));
}

TEST_CASE("check: what a form does not use is not judged") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<input type=text src=1><input src=2><input type=IMAGE src=bad>"
               "<form method=Dialog action=3></form><form action=bad></form>"
               "<button type=button formaction=4>x</button><button formaction=bad>x</button>"
               "<input type=submit formaction=bad><input type=reset formaction=5>");
  const CliResult result = run_cli({"check", "site", "-f", "csv"});
  CHECK(lines(result.out) == 5);  // with the header
  CHECK_THAT(result.err, Catch::Contains("5 skipped (not fetched by browsers)"));
}

TEST_CASE("check: the source of a picture is its srcset alone") {
  const TemporaryFolder folder;
  folder.write(
      "site/index.html",
      "<picture><source src=1><source srcset=bad></picture><video><source src=bad></video>");
  const CliResult result = run_cli({"check", "site", "-f", "csv"});
  CHECK(lines(result.out) == 3);  // with the header
  CHECK_THAT(result.err, Catch::Contains("1 skipped (not fetched by browsers)"));
}

TEST_CASE("check: a source element has a srcset in a picture alone") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<picture><source srcset=bad></picture><video><source srcset=1></video>"
               "<picture><p></p><source srcset=bad></picture>"
               "<picture></picture><source srcset=2>");
  const CliResult result = run_cli({"check", "site", "-f", "csv"});
  CHECK(lines(result.out) == 3);  // with the header
  CHECK_THAT(result.err, Catch::Contains("2 skipped (not fetched by browsers)"));
}

TEST_CASE("check: what is loaded before the base element is judged by that alone") {
  const TemporaryFolder folder;
  folder.write("site/d/one.png", "");
  folder.write("site/d/two.png", "");
  folder.write("site/b/two.png", "");
  folder.write("site/b/there.png", "");
  folder.write("site/d/page.html",
               "<img src=one.png><img src=there.png><img src=two.png><input src=two.png>"
               "<a href=there.png>x</a><base href=/b/><img src=there.png>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(lines(run_cli({"check", "site", "-f", "csv"}).out) == 3);  // with the header
  CHECK_THAT(result.out,
             Catch::Contains(
                 "site/d/page.html:1:27: error: 'there.png': d/there.png does not exist; did you "
                 "mean b/there.png?; browsers load it from there, as the base element comes later: "
                 "with it, this is /b/there.png [missing-file]\n"));
  CHECK_THAT(result.out,
             Catch::Contains("site/d/page.html:1:46: warning: 'two.png': browsers load /d/two.png, "
                             "as the base element comes later: with it, this is /b/two.png "
                             "[loaded-before-base]\n"));
  CHECK(result.exit_code == 1);
}

TEST_CASE("check: what browsers read when they get round to it may be at either place") {
  struct Case {
    std::string page;
    bool beside;  // a file beside the page
    bool below;   // a file below the base
    std::string found;
  };
  const std::string markup[] = {"<video src=f></video>",    "<embed src=f>",
                                "<object data=f></object>", "<video><source src=f></video>",
                                "<body background=f>",      "<svg><path fill='url(f#a)' /></svg>"};
  for (std::string const& element : markup) {
    for (auto const& [beside, below] :
         {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
      CAPTURE(element, beside, below);
      const TemporaryFolder folder;
      folder.write("site/d/page.html", element + "<base href=/b/>");
      const bool is_svg = element.find("svg") != std::string::npos;
      const std::string content =
          is_svg ? "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/></svg>" : "x";
      if (beside) folder.write("site/d/f", content);
      if (below) folder.write("site/b/f", content);
      folder.write("site/b/index.html", "");
      const CliResult result = run_cli({"check", "site"});
      if (beside && below) {
        CHECK(result.out.empty());
      } else if (beside || below) {
        CHECK_THAT(result.out, Catch::Contains("warning") &&
                                   Catch::Contains("[loaded-before-base]") &&
                                   Catch::Contains((beside ? "/b/f" : "/d/f")) &&
                                   Catch::Contains(" does not work"));
        CHECK(result.exit_code == 0);
      } else {
        CHECK_THAT(result.out,
                   Catch::Contains("b/f does not exist") && Catch::Contains("[missing-file]"));
        CHECK(result.exit_code == 1);
      }
    }
  }
}

TEST_CASE("check: a refresh leads from its place") {
  const TemporaryFolder folder;
  folder.write("site/d/next.html", "");
  folder.write("site/d/page.html",
               "<meta http-equiv=refresh content='0;url=next.html'><base href=/b/>");
  CHECK(run_cli({"check", "site"}).out.empty());
}

TEST_CASE("check: empty values that HTML or CSS do not fetch") {
  const TemporaryFolder folder;
  folder.write("site/a.css", "a{b:url()}");
  folder.write("site/index.html",
               "<link rel=stylesheet href=a.css><p style='a:url(\"\")'><style>a{b:url( )}</style>"
               "<body background=''><a href=''>x</a><img src=' '>");
  const CliResult result = run_cli({"check", "site", "-f", "csv"});
  CHECK(lines(result.out) == 6);  // with the header
  CHECK(result.exit_code == 0);
  const CliResult text = run_cli({"check", "site"});
  CHECK_THAT(text.out, Catch::Contains("site/a.css:1:9: warning: a url() is empty [empty-link]"));
  CHECK_THAT(text.out, Catch::Contains("the attribute background of body is empty"));
}

TEST_CASE("check: about:srcdoc leads to the srcdoc document itself") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<iframe srcdoc='<a href=about:srcdoc#in>x</a><p id=in>'></iframe>");
  CHECK(run_cli({"check", "site"}).out.empty());
  folder.write("site/index.html", "<a href=about:srcdoc#in>x</a><p id=in>");
  CHECK_THAT(run_cli({"check", "site"}).out, Catch::Contains("[unresolvable-url]"));
}

TEST_CASE("check: a fragment that is the path of a file is judged") {
  const TemporaryFolder folder;
  folder.write("site/guide/index.html", "");
  folder.write("site/a b.html", "");
  folder.write("site/index.html",
               "<a href='#/'>1</a><a href='#/guide'>2</a><a href='#/guide/'>3</a>"
               "<a href='#/gone.html'>4</a><a href='#!/a b.html'>5</a><a href='#/a b.html'>6</a>"
               "<a href='#/guide/index.html'>7</a>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(lines(run_cli({"check", "site", "-f", "csv"}).out) == 3);  // with the header
  CHECK_THAT(result.out, Catch::Contains("id or name '/a b.html'"));
  CHECK_THAT(result.out, Catch::Contains("id or name '/guide/index.html'"));
  CHECK_THAT(result.err, Catch::Contains("5 skipped (#/ or #!, which scripts read)"));
}

TEST_CASE("check: fragments count on pages that readers see") {
  const TemporaryFolder folder;
  const auto findings = [&](std::string const& refresh) {
    folder.write("site/page.html", refresh + "<p>x");
    folder.write("site/index.html", "<a href=page.html#x>x</a>");
    return lines(run_cli({"check", "site", "-f", "csv"}).out);
  };
  const std::string refresh = "<meta http-equiv=refresh content='0; url=index.html'>";
  // A refresh leaves the fragment behind, unless it leads to it, or a script passes it on.
  CHECK(findings(refresh) == 2);
  CHECK(findings("<noscript></noscript>" + refresh) == 2);
  CHECK(findings("<script>location = 'index.html'</script>" + refresh) == 2);
  CHECK(findings("<script>location = '/' + location.hash</script>" + refresh) == 1);
  CHECK(findings("<SCRIPT SRC=https://a.example/go.js></SCRIPT>" + refresh) == 1);
  CHECK(findings("<meta http-equiv=refresh content='0; url=index.html#x'>") == 2);  // of index.html
  CHECK(findings("<meta http-equiv=refresh content='0; url=https://a.example/#x'>") == 1);
  CHECK(findings("<meta http-equiv=refresh content='0; url=https://a.example/#y'>") == 2);
  CHECK(findings("<p id=x>" + refresh) == 1);
  CHECK(findings("<NOSCRIPT>" + refresh + "</NOSCRIPT>") == 2);
  CHECK(findings("<meta http-equiv=refresh content='10; url=index.html'>") == 2);
  CHECK(findings("<meta http-equiv=refresh content='300; url=index.html'>") == 2);
  CHECK(findings("<meta http-equiv=refresh content='0; url=page.html'>") == 2);
  // As a browser reads its delay, and the scripts of the page.
  const auto is_lost = [&](std::string const& refresh) {
    return findings(refresh) == 2 &&
           run_cli({"check", "site"}).out.find("the redirect at") != std::string::npos;
  };
  const auto waits = [](std::string const& delay) {
    return "<meta http-equiv=refresh content='" + delay + "url=index.html'>";
  };
  CHECK(is_lost(refresh));
  CHECK(is_lost(waits("0;&#32;")));
  CHECK(is_lost(waits("0;" + std::string(100, ' '))));
  CHECK(is_lost(waits("30.5 ")));
  CHECK(is_lost(waits(".9;")));
  CHECK(is_lost("<meta title='a>b' content='&#48;;URL=index.html' HTTP-EQUIV=Refresh>"));
  CHECK(!is_lost(waits("31;")));
  CHECK(!is_lost(waits("&#51;1;")));
  CHECK(!is_lost(waits("99999999999999999999;")));
  CHECK(is_lost("<!-- <script src=x> -->" + refresh));
  CHECK(is_lost("<script title='src=hash'>f()</script>" + refresh));
  CHECK(!is_lost("<script title='a>b' src=https://a.example/go.js></script>" + refresh));
}

TEST_CASE("check: fragments of pages that a script builds are counted, and not judged") {
  const TemporaryFolder folder;
  folder.write("site/play/index.html",
               "<meta charset=utf-8><title>t</title><div id=root></div><script src=/a.js></script>"
               "<a href=#own></a>");
  folder.write("site/two.html", "<div id=a><p id=b></div><script src=/a.js></script>");
  folder.write("site/text.html", "<p id=a>text</p><script src=/a.js></script>");
  folder.write("site/a.js", "1");
  folder.write("site/index.html",
               "<a href=/play/#code/PTAE>1</a><a href=/play/#root>2</a>"
               "<a href=/play/#code/PTAE>1</a><a href=two.html#no>3</a><a href=text.html#no>4</a>");
  const CliResult result = run_cli({"check", "site"});
  CHECK_THAT(result.out, Catch::Contains("two.html has no element") &&
                             Catch::Contains("text.html has no element") &&
                             !Catch::Contains("'/play"));
  CHECK_THAT(result.err, Catch::Contains(", 2 fragments of pages that scripts build not judged"));
  CHECK(result.exit_code == 1);
}

TEST_CASE("check: redirects are followed to where they end") {
  const TemporaryFolder folder;
  folder.write("site/_redirects", "/a /b\n/b /pages/new\n/c /page.html#gone\n/d /page.html#here\n");
  folder.write("site/pages/now.html", "");
  folder.write("site/page.html", "<p id=here><a href=a>x</a>");
  const std::string out = run_cli({"check", "site"}).out;
  CHECK_THAT(out, Catch::Contains("site/page.html:1:20: error: 'a': the redirect leads to "
                                  "pages/new, which does not exist [redirect-broken]"));
  CHECK_THAT(out, Catch::Contains("site/_redirects:1:4: error: '/b': the redirect leads to "
                                  "pages/new, which does not exist"));
  CHECK_THAT(out, Catch::Contains("site/_redirects:3:4: error: '/page.html#gone': page.html has no "
                                  "element with the id or name 'gone' [missing-fragment]"));
  CHECK_THAT(out, !Catch::Contains("_redirects:4"));
}

TEST_CASE("check: suggestions are names that may have been meant") {
  const TemporaryFolder folder;
  folder.write("site/\xC3\xA9.html", "<p id=b>");
  folder.write("site/q.html", "");
  const auto text = [&](std::string const& link) {
    folder.write("site/index.html", "<meta charset=utf-8><a href='" + link + "'>x</a>");
    return run_cli({"check", "site", "-f", "csv", "--extensions", ".htm"}).out;
  };
  CHECK_THAT(text("e%CC%81.html"),
             Catch::Contains("did you mean \xC3\xA9.html (Unicode normalization)?"));
  CHECK_THAT(text("e%CC%81.html"),
             Catch::StartsWith("rule,severity") && Catch::Contains("missing-file"));
  CHECK_THAT(text("%C3%89.html"), Catch::Contains("case-mismatch"));
  CHECK_THAT(text("w.html"), Catch::Contains("w.html does not exist,"));
  CHECK_THAT(text("q.htm"), Catch::Contains("did you mean q.html?"));
  CHECK_THAT(text("q/"), Catch::Contains("did you mean q.html?"));
  CHECK_THAT(text("q"), Catch::Contains("; with --extensions html it is q.html"));
  folder.write("site/r.htm", "");
  CHECK(lines(text("r")) == 1);
}

TEST_CASE("check: a usemap without '#' names no map") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<img usemap=m><map name=m></map>");
  CHECK_THAT(run_cli({"check", "site"}).out,
             Catch::Contains("'m' does not name a map: the name begins after '#'"));
}

TEST_CASE("check: names that are not UTF-8 keep their bytes") {
  const TemporaryFolder folder;
  folder.write("site/\xE8.html", "<a href=gone>x</a>");
  folder.write("site/\xE9.html", "<a href=gone>x</a>");
  folder.write("site/_redirects", "/a /\xE9.htm\n\xE9\n");
  const std::string rows = run_cli({"check", "site", "-f", "jsonl"}).out;
  CHECK_THAT(rows, Catch::Contains("\"file\":\"site/\xEF\xBF\xBD.html\",\"fileBytes\":"
                                   "\"site/%E8.html\",\"line\":1"));
  CHECK_THAT(rows, Catch::Contains("\"fileBytes\":\"site/%E9.html\""));
  CHECK_THAT(run_cli({"check", "site", "-f", "sarif"}).out,
             Catch::Contains("\"uri\":\"site/%E9.html\""));
  for (char const* format :
       {"text", "json", "csv", "sarif", "junit", "github", "markdown", "html"}) {
    INFO(format);
    const std::string out = run_cli({"check", "site", "-f", format}).out;
    CHECK(text::find_invalid_utf8(out) == out.size());
  }
  run_cli({"check", "site", "--baseline", "known", "--update-baseline"});
  CHECK_THAT(folder.read("known"), Catch::Contains("\"fileBytes\":\"%E9.html\""));
  CHECK(run_cli({"check", "site", "--baseline", "known"}).exit_code == 0);
  folder.write("site/\xEA.html", "<a href=gone>x</a>");
  CHECK(run_cli({"check", "site", "--baseline", "known"}).exit_code == 1);
}

TEST_CASE("check: a site without a page is not passed over in silence") {
  const TemporaryFolder folder;
  folder.write("site/notes.txt", "");
  folder.write("site/page.md", "[x](gone.html)");
  folder.write("x.warc", "WARC/1.0\r\n");
  folder.write("none", "");
  folder.write("packed/index.html", "\x1F\x8B\x08 a gzip file");
  const std::vector<std::vector<std::string>> runs{
      {"check", "site"},
      {"check", "site", "-q"},
      {"check", "packed"},
      {"check", "x.warc"},
      {"check", "--root", "site", "--files-from", "none"},
      {"check", "--root", "site", "site/notes.txt"},
  };
  for (std::vector<std::string> run : runs) {
    CAPTURE(run);
    const CliResult refused = run_cli(run);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::Contains("error: there is no page to check"));
    run.push_back("--allow-empty");
    const CliResult accepted = run_cli(run);
    CHECK(accepted.exit_code == 0);
    CHECK(accepted.err.find("error:") == std::string::npos);
  }
  folder.write("redirects/_redirects", "/a /b\n");
  CHECK(run_cli({"check", "redirects"}).exit_code == 1);
}

TEST_CASE("check: findings exit with 1, as --fail-on says") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(run_cli({"check", "site"}).exit_code == 1);
  CHECK(run_cli({"check", "site", "--fail-on", "none"}).exit_code == 0);
  const std::vector<std::string> warnings{"check", "site", "--rules", "empty-link"};
  CHECK(run_cli(warnings).exit_code == 0);
  CHECK(run_cli({"check", "site", "--rules", "empty-link", "--fail-on", "warning"}).exit_code == 1);
  CHECK(run_cli({"check", "site", "--severity", "missing-file=warning"}).exit_code == 0);
  CHECK(run_cli({"check", "site", "--severity", "missing-file=off"}).exit_code == 0);
  CHECK(run_cli({"check", "site", "--severity", "empty-link=error", "--rules", "empty-link"})
            .exit_code == 1);
}

TEST_CASE("check: a severity does not bring back a rule that is not asked for") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write(".hrefkit.toml", "[check]\nseverity = [\"missing-file=error\"]\n");
  const CliResult result = run_cli({"check", "site", "--rules", "empty-link", "--format", "csv"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("missing-file") == std::string::npos);
}

TEST_CASE("check: an empty list names no page") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("list", "\n# no page has changed\n");
  const CliResult result = run_cli({"check", "--root", "site", "--files-from", "list"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(run_cli({"check", "--root", "site", "--files-from", "list", "--allow-empty"}).exit_code ==
        0);
}

TEST_CASE("check: social cards, JSON-LD and import maps are checked where that is asked for") {
  const TemporaryFolder folder;
  folder.write("site/there.png", "");
  folder.write(
      "site/index.html",
      "<meta charset=utf-8><meta property=og:image content=gone-card.png>"
      "<meta name=twitter:image content=there.png><meta property=og:url content='#name'>"
      "<meta property=og:video content=''>"
      "<script type=application/ld+json>{\"@id\" : \"gone-id\", \"image\": \"gone-ld.png\","
      "\"url\": \"#thing\", \"logo\": {\"@id\":\"#logo\"}, \"sameAs\": \"https://a.example/\","
      "\"target\": \"gone?q={words}\",\"author\":{\"\\u0040id\" :\n\"gone-escaped\"}}</script>"
      "<script type=importmap>"
      "{\"imports\": {\"a\": \"./gone-map.js\", \"b/\": \"./lib/\"}}</script>");
  const std::vector<std::string> args{"check", "site", "--format", "csv"};
  CHECK(run_cli(args).exit_code == 0);
  std::vector<std::string> all = args;
  all.insert(all.end(), {"--also", "meta,jsonld,importmap"});
  const CliResult result = run_cli(all);
  CHECK(lines(result.out) == 5);
  for (std::string const found : {"gone-card.png", "empty-link", "gone-ld.png", "gone-map.js"}) {
    CHECK_THAT(result.out, Catch::Contains(found));
  }
  CHECK_THAT(result.err, Catch::Contains("13 links: 3 fine, 4 with findings, 1 to other sites, "
                                         "not checked (--external check asks them); 5 skipped "
                                         "(not fetched by browsers)"));
}

TEST_CASE("check: links to other sites fail where that is asked for") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><a href=#>y</a><a href=https://a.example/>x</a>");
  std::vector<std::string> args{"check", "site", "--external", "list", "--severity"};
  args.emplace_back("external=error");
  CHECK(run_cli(args).exit_code == 1);
  CHECK_THAT(run_cli(args).err, Catch::Contains("1 error, 0 warnings"));
  args.back() = "external=warning";
  CHECK(run_cli(args).exit_code == 0);
  args.insert(args.end(), {"--fail-on", "warning"});
  CHECK(run_cli(args).exit_code == 1);
  args.insert(args.end(), {"--baseline", "known.jsonl"});
  std::vector<std::string> update = args;
  update.emplace_back("--update-baseline");
  CHECK(run_cli(update).exit_code == 0);
  CHECK(run_cli(args).exit_code == 0);
}

TEST_CASE("check: wrong usage exits with 2") {
  const TemporaryFolder folder;
  write_site(folder);
  for (std::vector<std::string> const& args : std::vector<std::vector<std::string>>{
           {"check"},
           {"check", "gone"},
           {"check", "-"},
           {"check", "site/index.html", "site"},
           {"check", "site", "site"},
           {"check", "site", "--rules", "gone"},
           {"check", "site", "--severity", "gone=error"},
           {"check", "site", "--severity", "missing-file=loud"},
           {"check", "site", "--exclude", "("},
           {"check", "site", "--site-url", "file:///x/"},
           {"check", "site", "--update-baseline"},
           {"check", "site", "--baseline", "gone.jsonl"},
           {"check", "site", "--format", "gone"},
           {"check", "site", "--report", "gone=r"},
           {"check", "site", "--report", "html"},
           {"check", "site", "--root", "gone"},
           {"check", "other.html", "--root", "site"},
       }) {
    CHECK(run_cli(args).exit_code == 2);
  }
}

TEST_CASE("check: --severity knows notes, and suggests the rule that was meant") {
  const TemporaryFolder folder;
  write_site(folder);
  const CliResult noted = run_cli({"check", "site", "--severity", "missing-file=note"});
  CHECK(noted.exit_code == 0);
  CHECK_THAT(noted.out, Catch::Contains(": note: ") && Catch::Contains("[missing-file]"));
  CHECK_THAT(run_cli({"check", "site", "--severity", "missing-fil=off"}).err,
             Catch::Contains("; did you mean missing-file?"));
}

TEST_CASE("check: URLs are ignored by an option and by a file") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(run_cli({"check", "site", "--exclude-url", "/gone"}).exit_code == 0);
  folder.write("site/.hrefkitignore", "\xEF\xBB\xBFgone\\.html$\n\n# known\n");
  const CliResult ignored = run_cli({"check", "site"});
  CHECK(ignored.exit_code == 0);
  CHECK(ignored.err.find("1 ignored") != std::string::npos);
  folder.write(".hrefkitignore", "(");
  CHECK(run_cli({"check", "site"}).exit_code == 2);
}

TEST_CASE("check: only findings that the baseline does not list fail") {
  const TemporaryFolder folder;
  write_site(folder);
  const CliResult made = run_cli({"check", "site", "--baseline", "known", "--update-baseline"});
  CHECK(made.exit_code == 0);
  CHECK(folder.read("known") ==
        "{\"file\":\"index.html\",\"rule\":\"empty-link\",\"raw\":\"\",\"count\":1}\n"
        "{\"file\":\"index.html\",\"rule\":\"missing-file\",\"raw\":\"gone.html\",\"count\":1}\n");
  const CliResult known = run_cli({"check", "site/", "--baseline", "known"});
  CHECK(known.exit_code == 0);
  CHECK(known.out.empty());
  CHECK(known.err.find("2 in the baseline") != std::string::npos);
  folder.write("site/index.html",
               "<meta charset=utf-8><a href=gone.html>x</a><a href=gone.html>x</a>\n");
  const CliResult more = run_cli({"check", "site", "--baseline", "known", "--format", "jsonl"});
  CHECK(more.exit_code == 1);
  CHECK(lines(more.out) == 1);
  for (std::string const& wrong : {std::string("{}\n"), std::string(1'000'000, '[')}) {
    folder.write("known", wrong);
    CHECK(run_cli({"check", "site", "--baseline", "known"}).exit_code == 2);
  }
}

TEST_CASE("check --update-baseline tells what it wrote, and nothing else") {
  const TemporaryFolder folder;
  write_site(folder);
  std::vector<std::string> args{"check", "site", "--baseline", "known", "--update-baseline"};
  const auto told = [&] {
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 0);
    CHECK(result.out.empty());
    return result.err + result.summary;
  };
  CHECK(told() == "hrefkit: known written: 2 findings (2 added, 0 removed)\n");
  CHECK(told() == "hrefkit: known written: 2 findings (0 added, 0 removed)\n");
  folder.write("site/index.html", "<meta charset=utf-8><a href=new.html>x</a><img src=''>\n");
  CHECK(told() == "hrefkit: known written: 2 findings (1 added, 1 removed)\n");
  folder.write("site/index.html", "<meta charset=utf-8>");
  CHECK(told() == "hrefkit: known written: 0 findings (0 added, 2 removed)\n");
  args.emplace_back("-q");
  CHECK(told().empty());
  args.insert(args.end(), {"-o", "report.json"});
  CHECK(told().empty());
  CHECK(folder.read("report.json") == "[]\n");
}

TEST_CASE("check: a pattern that leaves out every link to the site is told") {
  const TemporaryFolder folder;
  write_site(folder);
  for (auto const& [pattern, is_told] : std::vector<std::pair<std::string, bool>>{
           {"^https:", true}, {".", true}, {"site", true}, {"index", false}, {"/gone", false}}) {
    INFO(pattern);
    const std::string err = run_cli({"check", "site", "--exclude-url", pattern}).err;
    CHECK((err.find("--exclude-url: warning: '" + pattern +
                    "' matches the address of every page: no link to the site itself is "
                    "reported\n") != err.npos) == is_told);
  }
  CHECK_THAT(
      run_cli({"check", "site", "--site-url", "http://a.example", "--exclude-url", "^https:"}).err,
      !Catch::Contains("every page"));
}

TEST_CASE("check: hints of messages") {
  const TemporaryFolder folder;
  folder.write("site/docs.html", "<meta charset=utf-8><p id=sec>");
  folder.write("site/docs/a.png", "");
  folder.write("site/Guide/Index.HTML", "<meta charset=utf-8>");
  folder.write("site/guides/page.html", "<meta charset=utf-8>");
  const auto found = [&](std::string const& html) {
    folder.write("site/index.html", "<meta charset=utf-8>" + html);
    std::string out = run_cli({"check", "site", "-q", "-f", "github"}).out;
    const std::size_t title = out.find("title=");
    return title == out.npos ? "" : out.substr(title + 6);
  };
  struct Case {
    std::string html;
    std::string message;
  };
  for (Case const& each : std::vector<Case>{
           {"<a href=/docs>",
            "missing-index::'/docs': the folder docs/ has no index file (index.html, index.htm); "
            "with --extensions html it is docs.html\n"},
           {"<a href=/docs/>",
            "missing-index::'/docs/': the folder docs/ has no index file (index.html, index.htm); "
            "did "
            "you mean docs.html?\n"},
           {"<a href=Guide/>",
            "case-mismatch::'Guide/': the folder Guide/ has no index file (index.html, index.htm); "
            "did you mean Guide/Index.HTML (letter case)?; repair: 'Guide/Index.HTML'\n"},
           {"<a href=Guide>",
            "case-mismatch::'Guide': the folder Guide has no index file (index.html, index.htm); "
            "did you mean Guide/Index.HTML (letter case)?; repair: 'Guide/Index.HTML'\n"},
           {"<a href=guides/>",
            "missing-index::'guides/': the folder guides/ has no index file (index.html, "
            "index.htm)\n"},
           {"<a href=docs.html#sec?utm=1>",
            "missing-fragment::'docs.html#sec?utm=1': docs.html has no element with the id or name "
            "'sec?utm=1'; a query stands before the fragment: ?utm=1#sec\n"},
           {"<a href=docs.html#other?utm=1>",
            "missing-fragment::'docs.html#other?utm=1': docs.html has no element with the id or "
            "name 'other?utm=1'\n"},
           {"<img srcset='docs/a.png,docs/b.png 2x'>",
            "missing-file::docs/a.png,docs/b.png does not exist; in srcset, a space after the "
            "comma separates two URLs\n"},
           {"<a href=https//a.example/b>",
            "missing-file::'https//a.example/b': https/a.example/b does not exist; the colon after "
            "http or https is missing\n"},
       }) {
    INFO(each.html);
    CHECK(found(each.html) == each.message);
  }
}

TEST_CASE("check: a link with a finding is not warned of for its encoding, too") {
  const TemporaryFolder folder;
  folder.write("site/there.html", "");
  const auto rules = [&](std::string const& html) {
    folder.write("site/index.html", html);
    std::istringstream rows(run_cli({"check", "site", "-q", "-f", "csv"}).out);
    std::string all;
    std::string line;
    std::getline(rows, line);
    while (std::getline(rows, line)) all += line.substr(0, line.find(',')) + " ";
    return all;
  };
  CHECK(rules("<a href='\xE9.html'>x</a>") == "missing-file ");
  CHECK(rules("<a href='there.html?\xE9'>x</a>") == "undeclared-encoding ");
  CHECK(rules("<a href='\xE9.html'>x</a><a href='there.html?\xE9'>x</a>") ==
        "missing-file undeclared-encoding ");
}

TEST_CASE("check: one finding for a URL that src and srcset of an element share") {
  const TemporaryFolder folder;
  folder.write("site/there.png", "");
  const auto found = [&](std::string const& html) {
    folder.write("site/index.html", "<meta charset=utf-8>" + html);
    const CliResult result = run_cli({"check", "site", "-f", "csv"});
    return std::pair(lines(result.out) - 1,
                     result.err.find(" with findings") != result.err.npos
                         ? result.err.substr(result.err.find(" with findings") - 1, 1)
                         : "");
  };
  using Found = std::pair<std::size_t, std::string>;
  CHECK(found("<img src=a.png srcset='a.png 1x, b.png 2x'>") == Found(2, "3"));
  CHECK(found("<img srcset='./a.png 1x, b.png 2x' alt='>' src=a.png>") == Found(2, "3"));
  CHECK(found("<img src=a.png title='<b>' srcset='a.png 1x, b.png 2x'>") == Found(2, "3"));
  CHECK(found("<img src=a.png><img srcset='a.png 1x'>") == Found(2, "2"));
  CHECK(found("<img src=a.png srcset='b.png 2x'><img srcset='a.png 2x'>") == Found(3, "3"));
  CHECK(found("<img src=there.png srcset='a.png 2x, a.png 3x'>") == Found(2, "2"));
  // Rules of links that work have no other way.
  folder.write("site/404.html", "<img src=there.png srcset='there.png 1x, ./there.png 2x'>");
  folder.write("site/_redirects", "/old.png /there.png\n");
  folder.write("site/index.html",
               "<meta charset=utf-8><img src=old.png srcset='old.png 2x'>"
               "<img srcset='.//there.png 1x' src=.//there.png>");
  CHECK(run_cli({"check", "site", "-f", "csv", "--fail-on", "none", "--severity",
                 "redirected-link=note", "--severity", "double-slash=note"})
            .out.find("relative-in-404") != std::string::npos);
  CHECK(lines(run_cli({"check", "site", "-f", "csv", "--severity", "redirected-link=note",
                       "--severity", "double-slash=note"})
                  .out) == 4);
}

TEST_CASE("check: a part of the findings leaves the rest of the baseline") {
  const TemporaryFolder folder;
  write_site(folder);
  run_cli({"check", "site", "--baseline", "known", "--update-baseline"});
  const std::string known = folder.read("known");
  run_cli({"check", "site", "--baseline", "known", "--update-baseline", "--rules", "empty-link"});
  CHECK(folder.read("known") == known);
  run_cli(
      {"check", "site", "--baseline", "known", "--update-baseline", "--include-path", "page.html"});
  CHECK(folder.read("known") == known);
}

TEST_CASE("check: a baseline loses nothing where a run does not come to its end") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 2000; ++i) page += "<a href=" + std::to_string(i) + ".html>x</a>\n";
  folder.write("site/b.html", page);
  folder.write("site/c.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  const std::vector<std::string> update{"check", "site", "--baseline", "known",
                                        "--update-baseline"};
  const auto updated = [&](std::vector<std::string> const& more) {
    std::vector<std::string> args = update;
    args.insert(args.end(), more.begin(), more.end());
    return run_cli(args).exit_code;
  };
  CHECK(updated({"-f", "jsonl", "-o", "/dev/full"}) == 2);  // nobody takes the report
  const std::string known = folder.read("known");
  CHECK(lines(known) == 2002);
  std::filesystem::resize_file("site/c.html", std::uintmax_t{1} << 32);  // cannot be read
  CHECK(updated({}) == 2);
  CHECK(folder.read("known") == known);
  std::filesystem::remove("known");
  std::filesystem::create_directory("known");
  CHECK(updated({}) == 2);
}

TEST_CASE("check: single files are checked against their site") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("site/sub/a.html", "<a href=../index.html>x</a><a href=gone>x</a>");
  const CliResult result =
      run_cli({"check", "--root", "site", "site/sub/a.html", "--format", "jsonl", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(lines(result.out) == 1);
  CHECK(lines(run_cli({"check", "site", "--exclude-path", "sub/*", "--format", "jsonl"}).out) == 2);
  CHECK(lines(run_cli({"check", "site", "--include-path", "sub/*", "--format", "jsonl"}).out) == 1);
}

TEST_CASE("check: path globs are those of .gitignore, and a folder stands for what it holds") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("site/sub/a.html", "<a href=gone>x</a>");
  folder.write("site/sub/deep/b.html", "<a href=gone>x</a>");
  const auto rows = [](std::string const& option, std::string const& glob) {
    return lines(run_cli({"check", "site", option, glob, "-q", "--format", "jsonl"}).out);
  };
  for (const std::string glob : {"sub", "sub/", "/sub", "sub/*", "sub/**", "**/sub", "s?b"}) {
    INFO(glob);
    CHECK(rows("--include-path", glob) == 2);
    CHECK(rows("--exclude-path", glob) == 2);
  }
  CHECK(rows("--include-path", "sub/*.html") == 1);
  CHECK(rows("--include-path", "deep") == 1);
  CHECK(rows("--include-path", "b.html") == 1);
  CHECK(rows("--include-path", "su") == 0);
  CHECK(rows("--include-path", "a.html/") == 0);
}

TEST_CASE("check: a glob that is longer than a path can be is refused") {
  const TemporaryFolder folder;
  write_site(folder);
  for (const std::string option : {"--include-path", "--exclude-path"}) {
    const CliResult result = run_cli({"check", "site", option, std::string(4'097, 'a')});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(option + ": a pattern of 4097 bytes is longer than a path can be: "
                                   "4096 bytes") != std::string::npos);
    CHECK(run_cli({"check", "site", option, std::string(4'096, 'a'), "--allow-empty"}).exit_code !=
          2);
  }
  const CliResult result =
      run_cli({"resolve", "site", "--exclude", "*[" + std::string(4'096, 'a') + "]"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
}

TEST_CASE("check: without a root, files are checked in the working folder") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(lines(run_cli({"check", "site/index.html", "-q", "--format", "jsonl"}).out) == 2);
  CHECK(run_cli({"check", "site/page.html", "-q"}).exit_code == 0);
  folder.write("list", "site/index.html\n");
  CHECK(lines(run_cli({"check", "--files-from", "list", "-q", "--format", "jsonl"}).out) == 2);
}

TEST_CASE("check: with a root, a folder stands for what is below it") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("sitemap.html", "<a href=gone.html>x</a>");
  const CliResult result = run_cli({"check", "--root", ".", "site", "--format", "jsonl", "-q"});
  CHECK(lines(result.out) == 2);
  CHECK(result.exit_code == 1);
}

TEST_CASE("check: a file that does not exist is an error, and the others are checked") {
  const TemporaryFolder folder;
  write_site(folder);
  const CliResult result = run_cli(
      {"check", "--root", "site", "site/gone.html", "site/index.html", "--format", "jsonl"});
  CHECK(result.exit_code == 2);
  CHECK(lines(result.out) == 2);
  CHECK(result.err.find("site/gone.html") != std::string::npos);
  CHECK(result.err.find("no such file or folder") != std::string::npos);
}

TEST_CASE("check: a named file that is not a page is told") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("site/picture.png", "x");
  const CliResult result =
      run_cli({"check", "--root", "site", "site/picture.png", "site/index.html"});
  CHECK(result.err.find("site/picture.png: warning: is not one of the site's pages; not checked") !=
        std::string::npos);
  CHECK(result.err.find("site/index.html: warning") == std::string::npos);
}

TEST_CASE("check: links to other sites are listed where asked for") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><a href=#>y</a><a href=https://a.example/>x</a>");
  CHECK(run_cli({"check", "site", "--format", "jsonl"}).out.empty());
  const CliResult listed = run_cli({"check", "site", "--format", "jsonl", "--external", "list"});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out.find("\"rule\":\"external\"") != std::string::npos);
  CHECK(listed.out.find("\"url\":\"https://a.example/\"") != std::string::npos);
  folder.write("site/index.html", "<meta charset=utf-8><img src=http://a.example/x.png>");
  const CliResult mixed = run_cli({"check", "site", "--format", "csv", "--external", "list",
                                   "--site-url", "https://b.example"});
  CHECK_THAT(mixed.out, Catch::Contains("\nmixed-content,") && Catch::Contains("\nexternal,"));
}

TEST_CASE("check: a base element that does not count is told why") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><meta http-equiv=content-security-policy content=\"base-uri "
               "'none'\"><base href=/a/>");
  folder.write("site/shadow.html",
               "<meta charset=utf-8><div><template shadowrootmode=open><base href=/a/></template>"
               "</div><base href=./><base href=/b/>");
  const std::string out = run_cli({"check", "site", "--format", "github", "-q"}).out;
  CHECK(lines(out) == 3);
  CHECK_THAT(
      out, Catch::Contains("a base-uri policy of the page forbids this base URL") &&
               Catch::Contains("browsers ignore a base element in a shadow tree") &&
               Catch::Contains("this is the second base element: browsers use the first one only"));
}

TEST_CASE("check: the list of other sites has what would be judged on the own one") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><link rel=preconnect href=https://a.example>"
               "<link href=https://a.example/x><a href=https://a.example/y ping=//a.example/z>"
               "<script type=text/template src=https://a.example/x></script>"
               "<picture><source src=//a.example/x><img src=https://a.example/z></picture>");
  const CliResult listed = run_cli({"check", "site", "--format", "jsonl", "-q", "--external",
                                    "list", "--severity", "nothing-checked=off"});
  CHECK(lines(listed.out) == 2);
  CHECK_THAT(listed.out, Catch::Contains("https://a.example/y") && Catch::Contains("example/z"));
}

TEST_CASE("check: the summary counts as links to other sites those that are on their list") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><link rel=preconnect href=https://a.example>"
               "<link href=https://a.example/x><a href=https://a.example/y ping=//a.example/z>"
               "<script type=text/template src=https://a.example/x></script>"
               "<form method=dialog action=https://a.example/></form>"
               "<picture><source src=//a.example/p><img srcset='//a.example/q 1x'></picture>"
               "<video><source src=//a.example/v></video>"
               "<link rel=icon href=//a.example/i imagesrcset=//a.example/j>"
               "<link rel=preload as=image imagesrcset='//a.example/k, //a.example/l 1x 2x'>"
               "<iframe srcdoc='<a href=//a.example/m>m</a>"
               "<picture><source src=//a.example/n></picture>'></iframe>");
  for (std::string const external : {"off", "list"}) {
    const CliResult result = run_cli({"check", "site", "--external", external, "--format", "jsonl",
                                      "--severity", "nothing-checked=off"});
    CHECK_THAT(result.err,
               Catch::Contains("1 page, 15 links: 0 fine, 0 with findings, 6 to other sites, "
                               "not checked (--external check asks them); 9 skipped (6 not fetched "
                               "by browsers; 1 `link` without `rel`, which does nothing; "));
    CHECK(lines(result.out) == (external == "list" ? 6 : 0));
  }
}

TEST_CASE("check: guids of feeds that are no URLs are not judged") {
  const TemporaryFolder folder;
  folder.write("site/feed.rss",
               "<rss version='2.0'><channel><item><guid>12345</guid></item>"
               "<item><guid>https://site.invalid/gone</guid></item></channel></rss>");
  const CliResult result = run_cli({"check", "site", "--format", "csv"});
  CHECK(result.out.find("12345") == std::string::npos);
  CHECK_THAT(result.out, Catch::Contains("https://site.invalid/gone"));
  CHECK_THAT(result.err, Catch::Contains("1 skipped (not fetched by browsers)"));
}

TEST_CASE("check: a page that cannot be read is an error") {
  const TemporaryFolder folder;
  write_site(folder);
  std::filesystem::create_directories("site/index.htm");
  std::filesystem::permissions("site/page.html", std::filesystem::perms::none);
  const CliResult result = run_cli({"check", "site"});
  // Root may read everything.
  CHECK((result.exit_code == 2 || result.err.find("page.html") == std::string::npos));
}

TEST_CASE("check: a range of lines is there where its first line is") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><a href=a.rs.html#1-2>x</a><a href=a.rs.html#3-4>y</a>"
               "<a href=#7-8>z</a><p id=7>");
  folder.write("site/a.rs.html", "<a id=1>1</a><a id=2>2</a>");
  const CliResult result = run_cli({"check", "site", "-q", "-f", "github"});
  CHECK(lines(result.out) == 1);
  CHECK_THAT(result.out, Catch::Contains("id or name '3-4'"));
}

TEST_CASE("check: pages that redirect, and those that tell of errors, are no orphans") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8>");
  folder.write("site/404.html", "<meta charset=utf-8>");
  folder.write("site/de/404.html", "<meta charset=utf-8>");
  folder.write("site/old.html", "<meta http-equiv=refresh content='0; url=alone.html'>");
  folder.write("site/alone.html", "<meta charset=utf-8>");
  folder.write("site/orphan.html", "<meta charset=utf-8>");
  const CliResult result = run_cli({"check", "site", "--orphans", "-q", "-f", "github"});
  CHECK(lines(result.out) == 1);
  CHECK_THAT(result.out, Catch::Contains("file=site/orphan.html,"));
}

TEST_CASE("check: a rule that finds nothing without its option is told") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8>");
  const auto messages = [](std::vector<std::string> const& options) {
    std::vector<std::string> args{"check", "site", "--rules", "orphan-page,external"};
    args.insert(args.end(), options.begin(), options.end());
    return run_cli(args).err;
  };
  const std::string orphans = "--rules: warning: orphan-page finds something only with --orphans\n";
  const std::string external =
      "--rules: warning: external finds something only with --external list\n";
  CHECK_THAT(messages({}), Catch::Contains(orphans) && Catch::Contains(external));
  CHECK_THAT(messages({"--orphans"}), !Catch::Contains(orphans) && Catch::Contains(external));
  CHECK_THAT(messages({"--external", "list"}),
             Catch::Contains(orphans) && !Catch::Contains(external));
}

TEST_CASE("check: its own report of a former run is no orphan") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8>");
  for (int i = 0; i < 2; ++i) {
    const CliResult result = run_cli({"check", "site", "--orphans", "-f", "html", "-o",
                                      "site/./report.html", "--fail-on", "warning"});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::Contains("0 errors, 0 warnings"));
  }
}

TEST_CASE("check: messages say which id was meant, and where a page is below the site's root") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<meta charset=utf-8><p id=install><a href=#isntall>x</a><a href=/page.html>y</a>"
               "<a href=/none.html>z</a>");
  folder.write("site/page.html", "");
  const std::string out =
      run_cli({"check", "site", "-q", "-f", "github", "--site-url", "https://a.example/b/"}).out;
  CHECK_THAT(out, Catch::Contains("no element with the id or name 'isntall'; did you mean "
                                  "'install'?\n") &&
                      Catch::Contains("::'/page.html' is outside https://a.example/b/; did you "
                                      "mean /b/page.html?; repair: '/b/page.html'\n") &&
                      Catch::Contains("::'/none.html' is outside https://a.example/b/\n"));
}

TEST_CASE("check: the address that is proposed has the path of the site's root") {
  const TemporaryFolder folder;
  const auto page = [](std::string const& path) {
    return "<meta charset=utf-8><link rel=canonical href=https://a.example/guide" + path + ">";
  };
  folder.write("site/index.html", page(""));
  folder.write("site/a/index.html", page("/a/"));
  folder.write("site/a/b.html", page("/a/b"));
  folder.write("site/c/index.html", page("/c"));
  folder.write("site/\u00E4 b.html", page("/%C3%A4%20b.html?x#y"));
  for (int i = 0; i < 9; ++i) {
    folder.write("site/old" + std::to_string(i) + ".html",
                 page("/a/") + "<meta http-equiv=refresh content='0; url=/guide/a/'>");
  }
  const std::string proposal =
      "the site seems to be made for https://a.example/guide/: most pages name an address below it "
      "as their own; 9 links lead to nothing without that: run again with --site-url "
      "https://a.example/guide/\n";
  CHECK_THAT(run_cli({"check", "site"}).err, Catch::Contains(proposal));
  folder.write("site/index.html", page("/"));
  CHECK_THAT(run_cli({"check", "site"}).err, Catch::Contains(proposal));
}

TEST_CASE("check: the address that most pages name is proposed") {
  const TemporaryFolder folder;
  const auto page = [](std::string const& origin) {
    return "<meta charset=utf-8><link rel=canonical href=" + origin + "/x.html>";
  };
  folder.write("site/a.html", page("https://a.example"));
  folder.write("site/b.html", page("https://b.example"));
  folder.write("site/c.html", page("https://a.example"));
  CHECK(run_cli({"check", "site"}).err.find("--site-url https://a.example/ ") != std::string::npos);
  CHECK_THAT(run_cli({"check", "site", "--site-url", "https://c.example"}).err,
             Catch::Contains("--site-url https://a.example/ "));
  folder.write("site/d.html", "");
  CHECK(run_cli({"check", "site"}).err.find("most pages") == std::string::npos);
}

TEST_CASE("check: a site that was made for another path than it is checked for is told") {
  const TemporaryFolder folder;
  const std::string html = "<meta charset=utf-8><link rel=stylesheet href=/docs/main.css>";
  folder.write("site/index.html", html + "<a href=/docs/guide/>x</a><a href=guide/>x</a>");
  folder.write("site/guide/index.html", html + "<a href=/docs/>x</a><a href=nowhere.html>x</a>");
  folder.write("site/main.css", "");
  const auto told = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "site"});
    const std::string err = run_cli(options).err;
    const std::size_t at = err.find("4 links begin");
    return at == std::string::npos ? "" : err.substr(at, err.find('\n', at) + 1 - at);
  };
  CHECK(told({}) ==
        "4 links begin with /docs/, and what follows it is in this folder: run again with "
        "--site-url https://HOST/docs/\n");
  CHECK_THAT(told({"--site-url", "https://a.example"}),
             Catch::EndsWith("run again with --site-url https://a.example/docs/\n"));
  CHECK_THAT(told({"--site-url", "https://a.example/old/"}),
             Catch::EndsWith("run again with --site-url https://a.example/docs/\n"));
  CHECK(told({"--site-url", "https://a.example/docs/"}).empty());
  CHECK(told({"-q"}).empty());
  folder.write("site/more.html", html +
                                     "<base href=/><a href=guide/>x</a><a href=/main.css>x</a>"
                                     "<a href=/guide/>x</a><a href=/>x</a>");
  CHECK(told({}).empty());
}

TEST_CASE("check: the list of other sites says which URLs on the own host forgot the site's path") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8>");
  folder.write("site/page.html",
               "<meta charset=utf-8><link rel=canonical href=https://a.example/page.html>"
               "<a href=https://a.example/blog/>x</a><a href=https://b.example/page.html>y</a>");
  const std::string out = run_cli({"check", "site", "-q", "-f", "github", "--external", "list",
                                   "--site-url", "https://a.example/docs/"})
                              .out;
  CHECK_THAT(out,
             Catch::Contains(
                 "'https://a.example/page.html' is outside https://a.example/docs/; did you mean "
                 "/docs/page.html?\n"));
  for (std::string const other : {"https://a.example/blog/", "https://b.example/page.html"}) {
    CHECK_THAT(out, Catch::Contains("::'" + other + "': the link leads to another site\n"));
  }
}

}  // namespace hrefkit::test
