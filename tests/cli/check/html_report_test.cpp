#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "cli_assets.h"
#include "hrefkit/cli/check/html_report.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr rapidjson::SizeType first = 0;  // the literal 0 may be the name of a member

/// What a shell command prints, without the line feed at its end.
std::string output_of(std::string const& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  pclose(pipe);
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

std::string between(std::string const& text, std::string const& begin, std::string const& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = text.find(end, from);
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace

TEST_CASE("check: the HTML report's policy allows its own style and script, by their hashes") {
  const TemporaryFolder folder;
  const auto hash = [&](std::string_view text) {
    folder.write("text", text);
    const std::string hex = output_of("sha256sum text").substr(0, 64);
    std::string octal;  // for printf, which every shell has
    for (std::size_t i = 0; i < hex.size(); i += 2) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "\\%03o",
                    static_cast<unsigned>(std::stoul(hex.substr(i, 2), nullptr, 16)));
      octal += digits;
    }
    return "sha256-" + output_of("printf '" + octal + "' | base64");
  };
  CHECK(hash(cli::page_style.text) == cli::page_style.hash);
  CHECK(hash(cli::report_script.text) == cli::report_script.hash);
  folder.write("site/a.html", "<a href=a.html>x</a>");
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  CHECK(between(page, "<style>", "</style>") == cli::page_style.text);
  CHECK(between(page, "<script>", "</script>") == cli::report_script.text);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find(" style=") == std::string::npos);
  CHECK(page.find(" onclick=") == std::string::npos);
}

TEST_CASE("check: the HTML report holds the findings as data, whatever is in them") {
  const TemporaryFolder folder;
  folder.write("site/</script><b>.html",
               "<meta charset=utf-8><a href='</script><!--<script>.html'>x</a>");
  folder.write("site/sub/a.html", "<a href='../%3C/script%3E%3Cb%3E.html'>x</a>");
  folder.write("site/sub/b.html", "<a href='a.html#no'>x</a><a href='../gone'>x</a>");
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  const std::string json = between(page, "id=\"data\">", "</script>");
  CHECK(json.find('<') == std::string::npos);
  rapidjson::Document data;
  data.Parse(json.c_str());
  REQUIRE(!data.HasParseError());
  CHECK(data["root"] == "site/");
  CHECK(data["pages"] == "./site/");
  REQUIRE(data["findings"].Size() == 3);
  CHECK(data["findings"][2][2] == "gone");
  CHECK(data["findings"][2][5] == "../gone");
  // What is not there cannot be opened.
  CHECK(data["findings"][2].Size() == 10);
  CHECK(data["findings"][1][10]["href"] == "./sub/a.html#no");
  REQUIRE(data["folders"].Size() == 2);  // path, pages, links, findings
  CHECK(data["folders"][1][first] == "sub/");
  CHECK(data["folders"][1][1].GetUint() == 2);
  CHECK(data["folders"][1][2].GetUint() == 3);
  CHECK(data["folders"][1][3].GetUint() == 2);
  CHECK(data["rules"].Size() > 15);
  CHECK(data["rules"][first][first] == "missing-file");
  // Two script elements. Markup of input is text in the table, too.
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at) ++scripts;
  CHECK(scripts == 2);
  CHECK(between(page, "<noscript>", "</noscript>").find("<b>") == std::string::npos);
}

TEST_CASE("check: the HTML report has each place of a group, and a table of all findings") {
  const TemporaryFolder folder;
  for (char page = 'a'; page < 'k'; ++page) {
    folder.write(std::string("site/") + page + ".html", "<a href=gone>x</a><a href=gone>y</a>");
  }
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  rapidjson::Document data;
  data.Parse(between(page, "id=\"data\">", "</script>").c_str());
  REQUIRE(!data.HasParseError());
  REQUIRE(data["findings"].Size() == 1);
  CHECK(data["findings"][first][7].GetUint() == 20);  // findings
  CHECK(data["findings"][first][8].GetUint() == 10);  // pages
  CHECK(data["findings"][first][9].Size() == 60);     // places
  CHECK(data["files"].Size() == 10);
  const std::string table = between(page, "<noscript>", "</noscript>");
  CHECK_THAT(table, Catch::Contains("on 10 pages: <code>site/a.html:1:9</code>, "
                                    "<code>site/a.html:1:27</code>"));
  CHECK_THAT(table, Catch::Contains("<code>site/j.html:1:27</code></td>"));
  // What was cut is counted.
  const std::string cut = run_cli({"check", "-q", "-f", "html", "--max-findings", "0", "site"}).out;
  CHECK_THAT(cut, Catch::Contains("20 findings are not shown here"));
}

TEST_CASE("check: the HTML report lists so many places of a group, and counts the others") {
  const TemporaryFolder folder;
  constexpr int pages = 1'010;
  for (int page = 0; page < pages; ++page) {
    folder.write("site/" + std::to_string(page) + ".html", "<a href=gone>x</a>");
  }
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  rapidjson::Document data;
  data.Parse(between(page, "id=\"data\">", "</script>").c_str());
  REQUIRE(!data.HasParseError());
  REQUIRE(data["findings"].Size() == 1);
  CHECK(data["findings"][first][8].GetUint() == pages);
  CHECK(data["findings"][first][9].Size() == 3 * 1'000);
  CHECK_THAT(between(page, "<noscript>", "</noscript>"), Catch::Contains(" and 10 more</td>"));
}

TEST_CASE("check: the HTML report is headed by site, address, date, version and counts") {
  const TemporaryFolder folder;
  folder.write("site/a&b.html", "<a href='a&b.html'>x</a><a href=gone>x</a><img src=''>");
  folder.write("fine/a.html", "<a href=a.html>x</a>");
  const auto report = [](std::vector<std::string> more) {
    std::vector<std::string> args{"check", "-f", "html", "-q"};
    args.insert(args.end(), more.begin(), more.end());
    return run_cli(args).out;
  };
  const std::string page = report({"site"});
  CHECK_THAT(page, Catch::Contains("<title>1 broken link in site</title>") &&
                       Catch::Contains("<h1>1 broken link in <code>site</code></h1>") &&
                       Catch::Contains("<dt>Made by</dt><dd>hrefkit ") &&
                       Catch::Contains("<b>1</b> error<") && Catch::Contains("<b>1</b> warning<") &&
                       Catch::Contains("<b>3</b> links<") &&
                       Catch::Contains("<summary>hrefkit check &middot; details"));
  CHECK(report({"site"}) == page);
  const std::string dated =
      report({"--date", "1 < 2 \x1B[31m", "--site-url", "https://h.example/d", "site"});
  CHECK_THAT(dated, Catch::Contains("hrefkit check &middot; 1 &lt; 2 \\x1B[31m &middot;") &&
                        Catch::Contains("1 broken link in <code>https://h.example/d/</code>") &&
                        Catch::Contains("<dt>Folder</dt><dd>site</dd>") &&
                        Catch::Contains("\"pages\":\"https://h.example/d/\""));
  // Pages are linked from where the report lies.
  run_cli({"check", "-q", "-o", "reports/check.html", "site"});
  folder.write("reports/x", "");
  run_cli({"check", "-q", "-o", "reports/check.html", "site"});
  CHECK_THAT(folder.read("reports/check.html"), Catch::Contains("\"pages\":\"./../site/\""));
  CHECK_THAT(run_cli({"check", "--date", "x", "fine"}).err,
             Catch::Contains("--date: warning: heads the report as html only, and there is none"));
  folder.write("hrefkit.toml", "[check]\ndate = \"in May\"\n");
  CHECK_THAT(report({"-c", "hrefkit.toml", "site"}),
             Catch::Contains("hrefkit check &middot; in May &middot;"));
}

TEST_CASE("check: the HTML report's title tells the result, and what was not checked") {
  struct Row {
    std::string page;
    std::vector<std::string> options;
    std::string title;
    std::string remark;  ///< beside the numbers
  };
  const std::string others = "<a href=https://o.example/>x</a><a href=https://p.example/>x</a>";
  const std::string left = "2 links to other sites were not checked";
  const TemporaryFolder folder;
  folder.write("site/a.html", "<a href=gone>x</a>");
  run_cli({"check", "-q", "--baseline", "known", "--update-baseline", "site"});
  folder.write("list", "https://h.example/old.html\n");
  for (Row const& row : std::vector<Row>{
           {"<a href=a.html>x</a>", {}, "No broken links in site", ""},
           {"<a href=a.html>x</a>" + others, {}, "No broken links in site (" + left + ")", left},
           {"<a href=a.html>x</a>" + others,
            {"--external", "list"},
            "No broken links in site (" + left + ")",
            left},
           {"<a href=gone>x</a><a href=lost>x</a>" + others, {}, "2 broken links in site", left},
           {"<a href=a.html>x</a><img src=''>", {}, "No broken links in site", ""},
           {others, {}, "No link was checked in site (" + left + ")", left},
           {"<a href=a.html>x</a><a href=gone data-hrefkit-ignore>x</a>",
            {},
            "No broken links in site (1 link was ignored)",
            "1 link was ignored"},
           {"<a href=gone>x</a>", {"--baseline", "known"}, "No new broken links in site", ""},
           {"<a href=gone>x</a><a href=lost>x</a>",
            {"--baseline", "known"},
            "1 new broken link in site",
            ""},
           {"<a href=gone>x</a><svg><a xlink:href=x></svg>",
            {"--severity", "empty-link=error"},
            "2 broken links in site",
            ""},
           {"<a href=gone>x</a><img src=''>",
            {"--severity", "empty-link=error"},
            "1 broken link and 1 other error in site",
            ""},
           {"<a href=a.html>x</a><img src=''>",
            {"--severity", "empty-link=error"},
            "1 error in site",
            ""},
       }) {
    folder.write("site/a.html", row.page);
    std::vector<std::string> args{"check", "-q", "-f", "html", "site"};
    args.insert(args.end(), row.options.begin(), row.options.end());
    const std::string page = run_cli(args).out;
    CAPTURE(row.page, row.options);
    CHECK(between(page, "<title>", "</title>") == row.title);
    const std::string glance = between(page, "<div class=\"glance\">", "<details");
    if (row.remark.empty()) {
      CHECK(glance.find("<p") == std::string::npos);
    } else {
      CHECK(between(glance, "<p class=\"soft\">(", ")</p>") == row.remark);
    }
  }
  // Markdown claims no more.
  folder.write("site/a.html", "<a href=a.html>x</a>" + others);
  CHECK_THAT(run_cli({"check", "-q", "-f", "markdown", "site"}).out,
             Catch::Contains(": no finding \\(" + left + "\\).\n"));
}

TEST_CASE("check: a card's message has what its target and rule do not say") {
  const TemporaryFolder folder;
  folder.write("site/guide/install.html", "<p id=window>");
  folder.write("site/guide/a.html",
               "<a href=instal.html>x</a><a href=other>x</a><a href=Install.html>x</a>"
               "<a href='install.html#windows'>x</a><a href='install.html#quite'>x</a>"
               "<a href='http://'>x</a><a href='/guide/x/'>x</a><a href='htps://h/'>x</a>");
  folder.write("site/guide/b.html", "<base href=/x/><p id=p><a href='#p'>x</a>");
  folder.write("site/guide/x/b.css", "");
  const std::string page = run_cli({"check", "-q", "-f", "html", "site"}).out;
  rapidjson::Document data;
  data.Parse(between(page, "id=\"data\">", "</script>").c_str());
  REQUIRE(!data.HasParseError());
  std::vector<std::string> messages;
  for (auto const& finding : data["findings"].GetArray()) {
    messages.push_back(finding[2].GetString() + std::string(": ") + finding[3].GetString());
  }
  CHECK(messages == std::vector<std::string>{
                        "guide/instal.html: did you mean guide/install.html?",
                        "guide/other: ",
                        "guide/Install.html: did you mean guide/install.html (letter case)?",
                        "guide/install.html#windows: did you mean 'window'?",
                        "guide/install.html#quite: ",
                        "http://: is not a URL: the host is missing",
                        "guide/x/: the folder guide/x/ has no index file (index.html, index.htm)",
                        "htps://h/: has the unknown scheme htps:; did you mean https:?",
                        "x/: '#p' is in this page, but with the base URL it is /x/#p",
                    });
}

}  // namespace hrefkit::test
