// The forms of a check's report, whole.
//
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/format/printable.h"
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
      R"("message":"'#one,two:%0A': a.html has no element with the id or name 'one,two:\n'"})");
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
        "site/a.html:2:41: error: Page.html does not exist; did you mean page.html (letter case)? "
        "[case-mismatch]\n"
        "    2 | <a href=\"#one,two:%0A\">é</a> <a href='Page.html'>x</a>\n"
        "      |                                       ^^^^^^^^^\n"
        "\n1 finding by rule:\n       1  case-mismatch\n");
}

TEST_CASE("check: on a terminal the source line is cut to its width, around the mark") {
  const TemporaryFolder folder;
  const auto excerpt = [&](std::string const& before, std::string const& url,
                           std::string const& after, std::size_t width) {
    folder.write("site/a.html",
                 "<meta charset=utf-8>\n" + before + "<a href='" + url + "'>" + after);
    const CliResult result = run_cli({"check", "site", "-q", "--color", "never"},
                                     {.out_is_terminal = true, .width = width});
    const std::size_t begin = result.out.find('\n') + 1;
    return result.out.substr(begin, result.out.find("\n\n") - begin);
  };
  const std::string dots(200, '.');
  CHECK(excerpt("", "gone", "", 80) == "    2 | <a href='gone'>\n      |          ^^^^");
  CHECK(excerpt(dots, "gone", "", 40) ==
        "    2 | .................<a href='gone'>\n"
        "      |                           ^^^^");
  CHECK(excerpt("", "gone", dots, 40) ==
        "    2 | <a href='gone'>.................\n"
        "      |          ^^^^");
  for (std::size_t width = 1; width < 90; ++width) {
    INFO(width);
    std::istringstream lines(excerpt(dots, "gone" + std::string(30, 'e'), "\u8a9e" + dots, width));
    std::string line;
    std::string carets;
    REQUIRE(std::getline(lines, line));
    REQUIRE(std::getline(lines, carets));
    if (width < 24) continue;  // the margin and a few letters are always there
    CHECK(cli::display_columns(line) <= width);
    CHECK(cli::display_columns(carets) <= width);
    const std::size_t mark = carets.find('^');
    CHECK(line.substr(mark, 4) == "gone");
    CHECK(carets.size() - mark >= 4);
  }
  // What is no terminal gets all of the excerpt.
  folder.write("site/a.html", "<meta charset=utf-8>\n" + dots + "<a href=gone>x</a>");
  CHECK_THAT(report("text"), Catch::Contains(std::string(110, '.') + "<a href=gone>x</a>\n"));
}

TEST_CASE("check: the carets stand below wide characters and marks") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8>\u65e5\u672ce\u0301<a href=\u8a9e>x</a>");
  CHECK_THAT(report("text", {"--rules", "missing-file"}),
             Catch::Contains("\n      | " + std::string(20 + 4 + 1 + 8, ' ') + "^^\n"));
}

namespace {

/// Six pages with the same menu twice, in two folders, and one with another fault.
void write_menu_site(TemporaryFolder const& folder) {
  for (int i = 0; i < 6; ++i) {
    const std::string prefix = i < 3 ? "" : "../";
    folder.write(
        (i < 3 ? "site/" : "site/sub/") + std::to_string(i) + ".html",
        "<meta charset=utf-8><a href=" + prefix + "menu.html>x</a><a href=/menu.html>x</a>");
  }
  folder.write("site/7.html", "<meta charset=utf-8><a href=other.html>x</a>");
}

std::size_t count_of(std::string const& text, std::string const& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("check: what is broken on many pages is one finding for people, at its first place") {
  const TemporaryFolder folder;
  write_menu_site(folder);
  CHECK(report("text") ==
        "site/0.html:1:29: error: menu.html does not exist (on 6 pages) [missing-file]\n"
        "    1 | <meta charset=utf-8><a href=menu.html>x</a><a href=/menu.html>x</a>\n"
        "      |                             ^^^^^^^^^\n"
        "    site/1.html:1:29\n"
        "    site/2.html:1:29\n"
        "    and 3 more\n"
        "\n"
        "site/7.html:1:29: error: other.html does not exist [missing-file]\n"
        "    1 | <meta charset=utf-8><a href=other.html>x</a>\n"
        "      |                             ^^^^^^^^^^\n"
        "\n"
        "13 findings by rule:\n"
        "      13  missing-file\n"
        "worst targets:\n"
        "      12  menu.html\n");
  const std::string places = "site/0.html:1:29, site/1.html:1:29, site/2.html:1:29 and 3 more)";
  CHECK(report("github") ==
        "::error file=site/0.html,line=1,col=29,title=missing-file::menu.html does not exist (on 6 "
        "pages: " +
            places +
            "\n"
            "::error file=site/7.html,line=1,col=29,title=missing-file::other.html does not "
            "exist\n");
  CHECK_THAT(report("markdown"),
             Catch::EndsWith(
                 "| missing-file | 13 |\n\n"
                 "- **error** `site/0.html:1:29` menu.html does not exist (on 6 pages: "
                 "`site/0.html:1:29`, `site/1.html:1:29`, `site/2.html:1:29` and 3 more) "
                 "\\(missing-file\\)\n"
                 "- **error** `site/7.html:1:29` other.html does not exist \\(missing-file\\)\n"
                 "\nBy hrefkit " HREFKIT_VERSION_NUMBER ".\n"));
  const std::string junit = report("junit");
  CHECK(count_of(junit, "<testcase classname=\"site/") == 2);
  CHECK_THAT(junit, Catch::Contains("message=\"menu.html does not exist (on 6 pages: " + places));
  const std::string page = report("html");
  CHECK(count_of(page, "\"menu.html\",\"\",") == 1);
  // Findings, pages and all places.
  CHECK_THAT(page, Catch::Contains(",12,6,[0,1,29,0,1,52,1,1,29,1,1,52,") &&
                       Catch::Contains("<b>13</b> errors<"));
  CHECK(parse(report("json")).Size() == 13);
  CHECK(count_of(report("jsonl"), "\n") == 13);
  CHECK(count_of(report("csv"), "\n") == 14);
  CHECK(parse(report("sarif"))["runs"][0]["results"].Size() == 13);
  CHECK(parse(report("gitlab")).Size() == 13);
  CHECK_THAT(run_cli({"check", "site", "-f", "github"}).err, Catch::Contains("13 errors"));
}

TEST_CASE("check: findings of one page are one in JUnit only, and other findings stay apart") {
  const TemporaryFolder folder;
  folder.write("site/a.html",
               "<meta charset=utf-8><a href=gone>x</a><a href=gone>x</a><img src=gone>");
  folder.write("site/b.html", "<meta charset=utf-8><base href=/><base href=/x/>");
  folder.write("site/c.html", "<meta charset=utf-8><template shadowrootmode=open><base href=/x/>");
  CHECK(count_of(report("github"), "gone does not exist") == 3);
  CHECK(count_of(report("github"), "title=base-ignored") == 1);
  const std::string junit = report("junit");
  CHECK_THAT(junit,
             Catch::Contains("<testsuite name=\"site/a.html\" tests=\"1\" failures=\"1\">") &&
                 Catch::Contains("message=\"gone does not exist (3 times)\""));
}

TEST_CASE("check --max-findings cuts reports for people, and counts the rest") {
  const TemporaryFolder folder;
  write_menu_site(folder);
  folder.write("site/8.html", "<meta charset=utf-8><a href=third.html>x</a>");
  const auto cut = [](std::string const& format, std::string const& max) {
    return run_cli({"check", "site", "-f", format, "--max-findings", max});
  };
  const CliResult text = cut("text", "1");
  CHECK(count_of(text.out, ": error: ") == 1);
  CHECK_THAT(text.out,
             Catch::Contains("    and 3 more\n\nand 2 more findings\n\n14 findings by rule:\n"));
  CHECK_THAT(text.err, Catch::Contains("14 errors"));
  CHECK(text.exit_code == 1);
  CHECK_THAT(cut("text", "0").out,
             Catch::StartsWith("and 14 more findings\n\n14 findings by rule:"));
  CHECK(count_of(cut("text", "3").out, "more finding") == 0);
  CHECK_THAT(cut("github", "2").out,
             Catch::EndsWith("other.html does not exist\nand 1 more finding\n"));
  CHECK_THAT(cut("markdown", "1").out,
             Catch::EndsWith("\n- and 2 more\n\nBy hrefkit " HREFKIT_VERSION_NUMBER ".\n"));
  CHECK_THAT(cut("html", "1").out, Catch::Contains("2 findings are not shown here: "));
  const CliResult rows = cut("jsonl", "1");
  CHECK(count_of(rows.out, "\n") == 14);
  CHECK_THAT(
      rows.err,
      Catch::Contains("--max-findings: warning: does not cut jsonl, which has each finding\n"));
  CHECK(cut("text", "-1").exit_code == 2);
}

TEST_CASE("check: GitLab gets issues with fingerprints that differ and do not depend on lines") {
  const TemporaryFolder folder;
  const std::string page =
      "<meta charset=utf-8><a href=gone>x</a><a href=gone>x</a><img src=''><a href=//b>x</a>";
  folder.write("site/a.html", page);
  folder.write("site/b.html", page);
  const auto fingerprints = [&] {
    const rapidjson::Document issues =
        parse(report("gitlab", {"--external", "list", "--site-url", "https://a.example/"}));
    REQUIRE(issues.Size() == 8);
    std::vector<std::string> all;
    for (auto const& issue : issues.GetArray()) {
      all.emplace_back(issue["fingerprint"].GetString());
      CHECK(issue["location"]["lines"]["begin"].GetUint() >= 1);
    }
    CHECK(issues[0]["description"] == "gone does not exist");
    CHECK(issues[0]["check_name"] == "missing-file");
    CHECK(issues[0]["location"]["path"] == "site/a.html");
    CHECK(issues[0]["severity"] == "major");
    CHECK(issues[2]["severity"] == "minor");
    CHECK(issues[3]["severity"] == "info");
    return all;
  };
  const std::vector<std::string> before = fingerprints();
  CHECK(std::set<std::string>(before.begin(), before.end()).size() == before.size());
  folder.write("site/a.html", "\n\n<p>\n" + page);
  CHECK(fingerprints() == before);
  folder.write("site/a.html", "");
  folder.write("site/b.html", "");
  CHECK(report("gitlab") == "[]\n");
}

TEST_CASE("check --report writes further reports of the same run") {
  const TemporaryFolder folder;
  write_menu_site(folder);
  const CliResult result = run_cli({"check", "site", "-q", "-f", "jsonl", "--report", "html=r.html",
                                    "--report", "junit=r.xml", "--report=text=r.txt"});
  CHECK(result.exit_code == 1);
  CHECK(count_of(result.out, "\n") == 13);
  CHECK(folder.read("r.html") == report("html"));
  CHECK(folder.read("r.xml") == report("junit"));
  CHECK(folder.read("r.txt") == report("text"));
  const CliResult swapped =
      run_cli({"check", "site", "-q", "-o", "r.json", "--report", "github=-"});
  CHECK(swapped.out == report("github"));
  CHECK(folder.read("r.json") == report("json"));
  // Whole or not at all.
  CHECK(run_cli({"check", "gone", "--report", "json=r.txt"}).exit_code == 2);
  CHECK(folder.read("r.txt") == report("text"));
  std::filesystem::create_directory("empty");
  const CliResult none = run_cli({"check", "empty", "--report", "json=r.txt"});
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Catch::Contains("r.txt: not replaced: no input was read"));
  CHECK(folder.read("r.txt") == report("text"));
  CHECK_THAT(run_cli({"check", "site", "--report", "json=none/r"}).err,
             Catch::Contains("none/r: cannot write: "));
  CHECK(std::filesystem::exists("none") == false);
}

TEST_CASE("check --report replaces nothing that the run reads or writes besides") {
  const TemporaryFolder folder;
  write_menu_site(folder);
  folder.write("known", "");
  folder.write("site/_redirects", "");
  struct Case {
    std::vector<std::string> options;
    std::string message;
  };
  for (Case const& refused : std::vector<Case>{
           {{"--report", "text=site/7.html"},
            "--report: 'site/7.html' is one of the pages of 'site'"},
           {{"--report", "text=site/_redirects"},
            "--report: 'site/_redirects' is one of the inputs"},
           {{"--report", "text=known", "--baseline", "known"},
            "--report: 'known' is one of the inputs"},
           {{"--report", "text=./new", "--baseline", "new", "--update-baseline"},
            "--report: 'new' is the baseline: name another file"},
           {{"--report", "text=r", "-o", "./r"}, "--report: 'r' is written already"},
           {{"--report", "text=r", "--report", "json=./r"}, "--report: './r' is written already"},
           {{"--report", "r.html"}, "--report: 'r.html' is not one of text"},
           {{"--report", "html=-"}, "--report: standard output has a report already: name a file"},
           {{"--report", "html="}, "--report: 'html=' is not FORMAT=FILE"},
       }) {
    INFO(refused.message);
    std::vector<std::string> args{"check", "site"};
    args.insert(args.end(), refused.options.begin(), refused.options.end());
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err + result.summary, Catch::Contains(refused.message));
  }
  CHECK(run_cli({"check", "site", "-q", "--report", "html=site/r.html", "--orphans"}).exit_code ==
        1);
  const CliResult again =
      run_cli({"check", "site", "-q", "--report", "html=site/r.html", "--orphans", "-f", "github"});
  CHECK(again.exit_code == 1);
  CHECK(again.out.find("site/r.html") == std::string::npos);
}

TEST_CASE("check: without --format the extension of -o chooses the form") {
  const TemporaryFolder folder;
  write_menu_site(folder);
  for (auto const& [file, format] :
       std::vector<std::pair<std::string, std::string>>{{"r.html", "html"},
                                                        {"r.json", "json"},
                                                        {"r.jsonl", "jsonl"},
                                                        {"r.csv", "csv"},
                                                        {"r.SARIF", "sarif"},
                                                        {"r.md", "markdown"},
                                                        {"r.xml", "junit"},
                                                        {"r.txt", "text"},
                                                        {"r", "text"},
                                                        {"json", "text"},
                                                        {"r.json.gz", "text"}}) {
    INFO(file);
    CHECK(run_cli({"check", "site", "-q", "-o", file}).exit_code == 1);
    CHECK(folder.read(file) == report(format));
  }
  run_cli({"check", "site", "-q", "-o", "r.json", "-f", "csv"});
  CHECK(folder.read("r.json") == report("csv"));
  folder.write(".hrefkit.toml", "[check]\nformat = \"jsonl\"\n");
  run_cli({"check", "site", "-q", "-o", "r.json"});
  CHECK(folder.read("r.json") == report("jsonl"));
}

TEST_CASE("check: what a build server groups is listed in other forms") {
  const TemporaryFolder folder;
  for (int i = 0; i < 6; ++i) {
    folder.write("site/" + std::to_string(i) + ".html",
                 "<meta charset=utf-8><a href=/menu.html>x</a><a href=/menu.html>x</a>");
  }
  folder.write("site/7.html", "<meta charset=utf-8><a href=other.html>x</a>");
  const std::string text = report("text");
  CHECK(text.find("error: '/menu.html': menu.html does not exist (on 6 pages)") != text.npos);
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
        "::error file=site/a.html,line=2,col=12,title=missing-fragment::'#one,two:%250A': a.html "
        "has no element with the id or name 'one,two:%0A'");
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
        "## Links\n\n2 pages, 0 links: no finding.\n\nBy hrefkit " HREFKIT_VERSION_NUMBER ".\n");
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
  CHECK_THAT(report("markdown"),
             Catch::Contains("`site/a\\u202Eb.html:1:") &&
                 Catch::Contains(" c\\<U+202E\\>d.html does not exist; U+202E is"));
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
  CHECK_THAT(report("github"), Catch::EndsWith("::c<U+202E>d.html does not exist; U+202E is "
                                               "invisible: a right-to-left override\n"));
  const std::string text = report("junit");
  CHECK_THAT(text, Catch::Contains("message=\"c&lt;U+202E&gt;d.html does not exist;") &&
                       Catch::Contains(": c&lt;U+202E&gt;d.html does not exist;") &&
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
    const std::size_t begin = warning + 18;
    return warning == text.npos ? "" : text.substr(begin, text.find('\n', begin) + 1 - begin);
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
  CHECK_THAT(report("html"), Catch::Contains("<dd>1 page, 1 link: 0 fine, 1 with findings, ") &&
                                 Catch::Contains("<b>1</b> error<"));
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
  CHECK(text.find("error: menu.html does not exist (on 150 pages) [missing-file]") !=
        std::string::npos);
  for (int i = 0; i < 150; ++i) {
    INFO(i);
    CHECK(text.find(std::to_string(100 + i) + " does not exist") != std::string::npos);
  }
}

}  // namespace hrefkit::test
