// The forms of a check's report, whole.
//
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

std::string report(std::string const& format, std::vector<std::string> const& more = {}) {
  std::vector<std::string> args{"check", "site", "-q", "--format", format};
  args.insert(args.end(), more.begin(), more.end());
  return run_cli(args).out;
}

void write_reported_site(TemporaryFolder const& folder) {
  folder.write("site/a.html",
               "<meta charset=utf-8><p id=one>\n"
               "  <a href=\"#one,two:%0A\">é</a> <a href='Page.html'>x</a>\n");
  folder.write("site/page.html", "<meta charset=utf-8>\n<img src=\"\">\n");
}

rapidjson::Document parse(std::string const& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  REQUIRE(!document.HasParseError());
  return document;
}

}  // namespace

TEST_CASE("check: a row has all keys, in order") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  const std::string rows = report("jsonl");
  CHECK(
      rows.substr(0, rows.find('\n')) ==
      R"({"rule":"missing-fragment","severity":"error","file":"site/a.html","line":2,"column":12,)"
      R"("offset":42,"length":12,"element":"a","attribute":"href","index":0,"raw":"#one,two:%0A",)"
      R"("url":"https://site.invalid/a.html#one,two:%0A","base":"https://site.invalid/a.html",)"
      R"("baseSource":"document","target":"a.html","suggestion":null,)"
      R"("message":"a.html has no element with the id or name 'one,two:\n'"})");
  CHECK(parse(report("json")).Size() == 3);
  const std::string csv = report("csv");
  CHECK(csv.substr(0, csv.find('\n')) ==
        "rule,severity,file,line,column,offset,length,element,attribute,index,raw,url,base,"
        "baseSource,target,suggestion,message,context");
}

TEST_CASE("check: text shows the source line with the URL underlined") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  CHECK(report("text", {"--rules", "case-mismatch"}) ==
        "site/a.html:2:41: error: Page.html does not exist; page.html differs in letter case "
        "[case-mismatch]\n"
        "    2 | <a href=\"#one,two:%0A\">é</a> <a href='Page.html'>x</a>\n"
        "      |                                       ^^^^^^^^^\n");
}

TEST_CASE("check: what is broken on many pages is printed once, and listed in other forms") {
  const TemporaryFolder folder;
  for (int i = 0; i < 6; ++i) {
    folder.write("site/" + std::to_string(i) + ".html",
                 "<meta charset=utf-8><a href=/menu.html>x</a><a href=/menu.html>x</a>");
  }
  folder.write("site/7.html", "<meta charset=utf-8><a href=other.html>x</a>");
  const std::string text = report("text");
  CHECK(text.find("On 6 pages: error: menu.html does not exist [missing-file]\n"
                  "    site/0.html:1:29\n    site/1.html:1:29\n    site/2.html:1:29\n"
                  "    and 3 more\n") != std::string::npos);
  CHECK(text.find("site/7.html:1:29: error: other.html") == 0);
  CHECK(parse(report("json")).Size() == 13);
}

TEST_CASE("check: a file name with a colon is no scheme in SARIF") {
  const TemporaryFolder folder;
  folder.write("a:b.html", "<meta charset=utf-8><a href=gone>x</a>");
  const CliResult result = run_cli({"check", "-f", "sarif", "."});
  CHECK(result.out.find(R"("uri":"./a:b.html")") != std::string::npos);
}

TEST_CASE("check: SARIF has rules, places and fingerprints that do not depend on lines") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  const auto fingerprint = [] {
    const rapidjson::Document sarif = parse(report("sarif"));
    CHECK(sarif["version"] == "2.1.0");
    auto const& run = sarif["runs"][0];
    CHECK(run["results"].Size() == 3);
    auto const& result = run["results"][0];
    CHECK(result["ruleId"] == "missing-fragment");
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].GetUint()]["id"] == result["ruleId"]);
    auto const& place = result["locations"][0]["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"] == "site/a.html");
    return std::string(result["partialFingerprints"]["hrefkit/v1"].GetString());
  };
  const std::string before = fingerprint();
  folder.write("site/a.html", "\n\n" + folder.read("site/a.html"));
  CHECK(fingerprint() == before);
}

TEST_CASE("check: annotations escape what GitHub reads") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  const std::string text = report("github");
  CHECK(text.substr(0, text.find('\n')) ==
        "::error file=site/a.html,line=2,col=12,title=missing-fragment::a.html has no element with "
        "the id or name 'one,two:%0A'");
  CHECK(text.find("::warning file=site/page.html") != std::string::npos);
}

TEST_CASE("check: JUnit has a suite a page, and no character that XML forbids") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href='&#1;&lt;\"&amp;.html'>x</a>");
  const std::string text = report("junit");
  CHECK(text.find("<testsuite name=\"site/a.html\" tests=\"1\" failures=\"1\">") !=
        std::string::npos);
  CHECK(text.find('\x01') == std::string::npos);
  CHECK(text.find("&lt;&quot;&amp;.html") != std::string::npos);
  folder.write("site/a.html", "<meta charset=utf-8><a href='a&#9;b&#13;c'>x</a>");
  CHECK_THAT(report("junit"), Catch::Contains("name=\"missing-file a&#9;b&#13;c at"));
  folder.write("site/a.html", "<meta charset=utf-8><img src=''>");
  CHECK_THAT(report("junit"), Catch::Contains("name=\"empty-link at 1:31\""));
}

TEST_CASE("check: a page with many bytes of JUnit cases has several suites") {
  const TemporaryFolder folder;
  std::string page = "<meta charset=utf-8><base href='/" + std::string(30'000, 'b') + "/'>";
  for (int i = 0; i < 150; ++i) page += "<a href=x" + std::to_string(i) + ">x</a>";
  folder.write("site/a.html", page);
  const std::string text = report("junit");
  const std::string begin = "<testsuite name=\"site/a.html\" tests=\"";
  std::size_t suites = 0;
  std::size_t cases = 0;
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
    ++suites;
    cases += std::stoul(text.substr(at + begin.size()));
  }
  CHECK(suites == 2);
  CHECK(cases == 150);
}

TEST_CASE("check: reports name the version") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  for (char const* format : {"sarif", "junit", "markdown", "html"}) {
    CAPTURE(format);
    CHECK_THAT(report(format), Catch::Contains(HREFKIT_VERSION_NUMBER));
  }
}

TEST_CASE("check: Markdown counts the rules and lists the first findings") {
  const TemporaryFolder folder;
  write_reported_site(folder);
  const std::string text = report("markdown");
  CHECK(text.find("| case-mismatch | 1 |") != std::string::npos);
  CHECK(text.find("- **error** `site/a.html:2:12` ") != std::string::npos);
  folder.write("site/a.html", "");
  folder.write("site/page.html", "");
  CHECK(report("markdown") ==
        "## Links\n\n2 pages, 0 links: nothing is broken.\n\nBy hrefkit " HREFKIT_VERSION_NUMBER
        ".\n");
}

TEST_CASE("check: Markdown keeps file names with backticks in code") {
  const TemporaryFolder folder;
  folder.write("site/a``b`.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  CHECK_THAT(report("markdown"), Catch::Contains("- **error** ``` site/a``b`.html:1:29 ``` "));
}

TEST_CASE("check: reports for people show what would reorder them") {
  const TemporaryFolder folder;
  folder.write("site/a\u202Eb.html",
               "<meta charset=utf-8>\t<b>\u2066</b><a href='c\u202Ed.html'>\u200F</a>");
  CHECK_THAT(report("markdown"), Catch::Contains("`site/a\\u202Eb.html:1:") &&
                                     Catch::Contains(" c\\\\u202Ed.html does not exist"));
  const std::string page = report("html");
  CHECK_THAT(page, Catch::Contains("\"site/a\\\\u202Eb.html\"") &&
                       Catch::Contains("\\t\\u003cb>\\\\u2066") &&
                       Catch::Contains("\"c\\\\u202Ed.html\""));
  for (std::string const mark : {"\u202E", "\u2066", "\u200F"}) {
    CHECK(page.find(mark) == std::string::npos);
  }
}

TEST_CASE("check: annotations and JUnit show what would reorder their messages") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href='c\u202Ed.html'>x</a>");
  CHECK_THAT(report("github"), Catch::EndsWith("::c\\u202Ed.html does not exist\n"));
  const std::string text = report("junit");
  CHECK_THAT(text, Catch::Contains("message=\"c\\u202Ed.html does not exist\"") &&
                       Catch::Contains(": c\\u202Ed.html does not exist</failure>") &&
                       Catch::Contains("name=\"missing-file c\\u202Ed.html at"));
  CHECK(text.find("\u202E") == std::string::npos);
}

TEST_CASE("check: build servers get paths below the working folder") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  folder.write("other/b.html", "");
  const std::string whole = std::filesystem::absolute("site").native();
  for (std::string const& site :
       {std::string("site/"), std::string("./site//"), std::string("other/.././site"), whole}) {
    INFO(site);
    const auto printed = [&](std::string const& format) {
      return run_cli({"check", site, "-q", "-f", format}).out;
    };
    CHECK_THAT(printed("github"), Catch::StartsWith("::error file=site/a.html,line=1,"));
    CHECK_THAT(printed("sarif"), Catch::Contains("\"uri\":\"site/a.html\""));
    CHECK_THAT(printed("junit"), Catch::Contains("<testsuite name=\"site/a.html\""));
    CHECK_THAT(printed("markdown"), Catch::Contains("`site/a.html:1:29`"));
  }
  std::filesystem::current_path("other");
  CHECK_THAT(run_cli({"check", whole, "-q", "-f", "sarif"}).out,
             Catch::Contains("\"uri\":\"file:///"));
  std::filesystem::current_path("..");
}

TEST_CASE("check: Markdown mentions no users, and fits into a comment") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href='@team/x%2312@'>x</a>");
  CHECK_THAT(report("markdown"), Catch::Contains(" @<!-- -->team/x\\#<!-- -->12@ does not"));
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 50; ++i)
    page += "<a href=" + std::string(5000, 'b') + ">x</a><a href=c>y</a>";
  folder.write("site/a.html", page);
  const std::string text = report("markdown");
  CHECK(text.size() < 65'536);
  CHECK_THAT(text, Catch::Contains("100 findings") && Catch::Contains("- and 39 more\n"));
}

TEST_CASE("check: it is told what GitHub does not show of many findings") {
  const TemporaryFolder folder;
  const auto told = [&](std::size_t links, std::string const& format) {
    std::string page = "<meta charset=utf-8>";
    for (std::size_t i = 0; i < links; ++i) page += "<a href=gone>x</a>";
    folder.write("site/a.html", page);
    const std::string text = run_cli({"check", "site", "-f", format}).err;
    const std::size_t warning = text.find("hrefkit: warning: ");
    return warning == text.npos ? "" : text.substr(warning + 18);
  };
  CHECK(told(10, "github").empty());
  CHECK(told(11, "github") ==
        "GitHub shows 10 annotations of each severity: --format text or markdown names the place "
        "of each finding\n");
  CHECK(told(11, "text").empty());
  CHECK(told(5000, "sarif").empty());
  CHECK(told(5001, "sarif") == "the report has 5,001 results, and GitHub shows 5,000\n");
  CHECK(told(25'001, "sarif") ==
        "the report has 25,001 results, and GitHub refuses more than 25,000: --rules, "
        "--exclude-url or "
        "--baseline leave some out\n");
}

TEST_CASE("check: the reports speak of one page as of one") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  CHECK_THAT(report("markdown"), Catch::Contains("1 page, 1 link: 1 finding.\n"));
  CHECK_THAT(report("junit"), Catch::Contains("name=\"1 page, 1 link checked\"/>"));
  CHECK_THAT(report("html"),
             Catch::Contains("<h1>1 finding</h1>\n<p>1 page, 1 link: 0 fine, 1 with findings, "));
}

TEST_CASE("check: findings with long URLs wait within bounds") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  std::string page = "<base href='/" + std::string(8000, 'b') + "/'>";
  for (int i = 0; i < 10'000; ++i) page += "<a href=x>";
  folder.write("site/a.html", page);
  for (std::string const format : {"text", "jsonl", "junit"}) {
    INFO(format);
    const RunCost cost = cost_of([&] {
      const auto run = run_cli({"check", "site", "-q", "-f", format, "-o", "/dev/null"});
      std::_Exit(run.exit_code == 1 ? 0 : 1);
    });
    CHECK(cost.succeeded());
    CHECK(cost.peak_bytes <= allowed_bytes(page.size()));
  }
}

TEST_CASE("check: a link that is on many pages is a group also when much waits") {
  const TemporaryFolder folder;
  const std::string long_name(30'000, 'n');
  for (int i = 0; i < 150; ++i) {
    const std::string number = std::to_string(100 + i);
    folder.write(
        "site/" + number + ".html",
        "<meta charset=utf-8><a href=menu.html>m</a> <a href=" + long_name + number + ">x</a>");
  }
  const std::string text = report("text");
  CHECK(text.find("On 150 pages: error: menu.html does not exist [missing-file]") !=
        std::string::npos);
  for (int i = 0; i < 150; ++i) {
    INFO(i);
    CHECK(text.find(std::to_string(100 + i) + " does not exist") != std::string::npos);
  }
}

}  // namespace hrefkit::test
