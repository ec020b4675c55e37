// The text files of a site that moves: robots.txt, sitemap.txt, llms.txt, _redirects and _headers.
// Their URLs change as those of pages do, and nothing else does.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;
namespace fs = std::filesystem;

namespace {

using Args = std::vector<std::string>;

struct TextCase {
  std::string_view name;
  std::string_view before;
  std::string_view after;
};

/// Moves a site with that file; `more` are further arguments.
CliResult move_site(TemporaryFolder const& folder, std::string_view name, std::string_view text,
                    Args const& more) {
  folder.write("in/index.html", "<a href=https://old.example/a>a</a>");
  folder.write("in/" + std::string(name), std::string(text));
  const auto has = [&](std::string const& option) {
    return std::find(more.begin(), more.end(), option) != more.end();
  };
  Args args{"rewrite", "--copy-assets", "in"};
  if (!has("--site-url")) args.insert(args.end(), {"--site-url", "https://old.example/"});
  if (!has("-o")) args.insert(args.end(), {"-o", "out"});
  args.insert(args.end(), more.begin(), more.end());
  return run_cli(args);
}

const Args to_new{"--rebase", "https://old.example/=https://new.example/"};

}  // namespace

TEST_CASE("rewrite moves the URLs of text files, and nothing else") {
  for (TextCase const& each : std::vector<TextCase>{
           {"robots.txt",
            "# https://old.example/\r\nUser-agent: *\r\nDisallow: /a\r\nsitemap :\thttps://"
            "old.example/s.xml # main\r\nSitemap: https://other.example/s.xml\r\nSitemap /x",
            "# https://old.example/\r\nUser-agent: *\r\nDisallow: /a\r\nsitemap :\thttps://"
            "new.example/s.xml # main\r\nSitemap: https://other.example/s.xml\r\nSitemap /x"},
           {"sitemap.txt", "https://old.example/\n\n  https://old.example/a?b=1&c#d  \nx:y",
            "https://new.example/\n\n  https://new.example/a?b=1&c#d  \nx:y"},
           {"llms.txt",
            "# Old\n- [a](https://old.example/a_(b).md \"t\") `[c](https://old.example/c)`\n"
            "<https://old.example/d> [e](https://old.example/e\\)) [f]: https://old.example/f",
            "# Old\n- [a](https://new.example/a_(b).md \"t\") `[c](https://old.example/c)`\n"
            "<https://new.example/d> [e](https://new.example/e\\)) [f]: https://old.example/f"},
           {"_redirects",
            "\xEF\xBB\xBF# /a https://old.example/b\n/a   https://old.example/b   301! "
            "Country=at\n/c/* /d/:splat 200\n/e id=:id https://old.example/e/:id\nno "
            "https://old.example/\n/f\thttps://old.example/:splat",
            "\xEF\xBB\xBF# /a https://old.example/b\n/a   https://new.example/b   301! "
            "Country=at\n/c/* /d/:splat 200\n/e id=:id https://new.example/e/:id\nno "
            "https://old.example/\n/f\thttps://new.example/:splat"},
           // A rule that leads to the new place already would lead to itself.
           {"_redirects", "https://old.example/* https://new.example/:splat 301!\n",
            "https://old.example/* https://new.example/:splat 301!\n"},
           {"_redirects", "https://old.example/a https://old.example/b\n/* /404.html 404\n",
            "https://new.example/a https://new.example/b\n/* /404.html 404\n"},
           {"_redirects", "https://:sub.old.example/* https://old.example/:sub\n/a/* 200",
            "https://:sub.old.example/* https://new.example/:sub\n/a/* 200"},
           {"_headers",
            "/*\n  # https://old.example/\n  Link: <https://old.example/a.css>; rel=preload, "
            "</b.js>; rel=next\n  X-Url: https://old.example/\n  ! Link\n"
            "https://old.example/a/*\n  location:https://old.example/c\n"
            "  Refresh: 5; url=https://old.example/d\n  Link: <e>, <",
            "/*\n  # https://old.example/\n  Link: <https://new.example/a.css>; rel=preload, "
            "</b.js>; rel=next\n  X-Url: https://old.example/\n  ! Link\n"
            "https://new.example/a/*\n  location:https://new.example/c\n"
            "  Refresh: 5; url=https://new.example/d\n  Link: <e>, <"},
           {"_headers", "\xFF\xFE https://old.example/*", "\xFF\xFE https://old.example/*"},
           // Bytes that are not UTF-8 stay, and the URLs with them.
           {"sitemap.txt", "https://old.example/\xE9\nhttps://old.example/a\n\xE9\n",
            "https://old.example/\xE9\nhttps://new.example/a\n\xE9\n"},
           // Elsewhere, or by another name, it is a file like others.
           {"a/robots.txt", "Sitemap: https://old.example/s.xml",
            "Sitemap: https://old.example/s.xml"},
       }) {
    INFO(each.name << '\n' << each.before);
    const TemporaryFolder folder;
    const CliResult result = move_site(folder, each.name, each.before, to_new);
    CHECK(result.exit_code == 0);
    CHECK(folder.read("out/" + std::string(each.name)) == each.after);
    const bool is_changed = each.before != each.after;
    CHECK_THAT(result.summary, Catch::Contains(is_changed ? "on 2 pages" : "on 1 page"));
  }
}

TEST_CASE("rewrite moves paths of rules with the folder of the site") {
  const TemporaryFolder folder;
  const std::string rules =
      "/docs/a /docs/b\n/docs/* https://old.example/docs/:splat\n/other /docs/c\n/docs/x /y\n"
      "/docs/z https://new.example/z\n";
  const CliResult result = move_site(folder, "_redirects", rules,
                                     {"--site-url", "https://old.example/docs/", "--rebase",
                                      "https://old.example/docs/=https://new.example/"});
  CHECK(result.exit_code == 0);
  // `/y` leads to the old host still, and the last rule to the new place already.
  CHECK(folder.read("out/_redirects") ==
        "/a /b\n/* https://new.example/:splat\n/other /c\n/x https://old.example/y\n"
        "/docs/z https://new.example/z\n");
}

TEST_CASE("rewrite keeps the paths of rules on a host that stays") {
  const TemporaryFolder folder;
  const std::string rules = "/docs/a /docs/b\n/a /docs/c\n";
  const CliResult result = move_site(
      folder, "_redirects", rules, {"--rebase", "https://old.example/docs/=https://new.example/"});
  CHECK(result.exit_code == 0);
  CHECK(folder.read("out/_redirects") ==
        "/docs/a https://new.example/b\n/a https://new.example/c\n");
  const CliResult renamed =
      move_site(folder, "_redirects", rules,
                {"-o", "two", "--rebase", "https://old.example/docs/=https://old.example/d/"});
  CHECK(renamed.exit_code == 0);
  CHECK(folder.read("two/_redirects") == "/d/a /d/b\n/a /d/c\n");
}

TEST_CASE("rewrite keeps the paths of rules where a map moves pages") {
  const TemporaryFolder folder;
  folder.write("map.tsv", "https://old.example/a\thttps://old.example/b\n");
  const CliResult result = move_site(
      folder, "_redirects", "/a /b\n/c /a 302\n/d https://old.example/a\n", {"--map", "map.tsv"});
  CHECK(result.exit_code == 0);
  CHECK(folder.read("out/_redirects") == "/a /b\n/c /b 302\n/d https://old.example/b\n");
}

TEST_CASE("rewrite gives text files no other form") {
  const TemporaryFolder folder;
  Args args = to_new;
  args.insert(args.end(), {"--to", "relative", "--drop-base", "--index", "index.html"});
  const CliResult result =
      move_site(folder, "_redirects", "/a https://old.example/b/\n/c /d/\n", args);
  CHECK(result.exit_code == 0);
  CHECK(folder.read("out/_redirects") == "/a https://new.example/b/\n/c /d/\n");
}

TEST_CASE("rewrite moves text files in place, too, and a second run changes nothing") {
  const TemporaryFolder folder;
  folder.write("in/robots.txt", "Sitemap: https://old.example/s.xml\n");
  folder.write("in/_redirects", "/a https://old.example/b\nhttps://old.example/c /d\n");
  folder.write("in/index.html", "<a href=https://old.example/a>a</a>");
  Args args{"rewrite", "--site-url", "https://old.example/", "--in-place", "in"};
  args.insert(args.end(), to_new.begin(), to_new.end());
  CHECK_THAT(run_cli(args).summary, Catch::Contains("4 changed on 3 pages"));
  CHECK(folder.read("in/robots.txt") == "Sitemap: https://new.example/s.xml\n");
  CHECK(folder.read("in/_redirects") == "/a https://new.example/b\nhttps://new.example/c /d\n");
  CHECK_THAT(run_cli(args).summary, Catch::Contains("0 changed on 0 pages"));
}

TEST_CASE("rewrite there and back gives the same text files") {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> files{
      {"robots.txt", "Sitemap: https://old.example/s.xml"},
      {"sitemap.txt", "https://old.example/%7Ea\r\nhttps://old.example/b|c\r\n"},
      {"llms.txt", "[a](<https://old.example/a(>) [b](https://old.example/b\\)c)"},
      {"_redirects", "/a https://old.example/:splat\nhttps://old.example/x https://old.example/y"},
      {"_headers", "https://old.example/*\n Link: < https://old.example/a >;rel=next\n"}};
  folder.write("in/index.html", "<a href=https://old.example/a>a</a>");
  for (auto const& [name, text] : files) folder.write("in/" + name, text);
  CHECK(run_cli({"rewrite", "--site-url", "https://old.example/", "--rebase",
                 "https://old.example/=https://new.example/", "-o", "there", "in"})
            .exit_code == 0);
  CHECK(run_cli({"rewrite", "--site-url", "https://new.example/", "--rebase",
                 "https://new.example/=https://old.example/", "-o", "back", "there"})
            .exit_code == 0);
  for (auto const& [name, text] : files) {
    INFO(name);
    CHECK(folder.read("there/" + name) != text);
    CHECK(folder.read("back/" + name) == text);
  }
}

TEST_CASE("--report-leftovers reads the text files that are copied") {
  const TemporaryFolder folder;
  folder.write("in/index.html", "<a href=https://old.example/a>a</a>");
  folder.write("in/s.js", "\xEF\xBB\xBF// a\nf('https://old.example/x')");
  folder.write("in/data.json", "{\"a\":\"//OLD.example\"}");
  folder.write("in/b.png", "\x89PNG\r\n\x1A\n old.example");
  folder.write("in/c.bin", std::string("\0\0\0old.example", 14));
  folder.write("in/a/robots.txt", "Sitemap: https://old.example/s.xml");
  folder.write("in/_headers", "/*\n  X-A: https://old.example/\n");
  Args args{"rewrite",
            "--site-url",
            "https://old.example/",
            "--report-leftovers",
            "old.example",
            "-o",
            "out",
            "--copy-assets",
            "in"};
  args.insert(args.end(), to_new.begin(), to_new.end());
  const CliResult result = run_cli(args);
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "in/_headers:2:8: leftover: https://old.example/\n"
        "in/s.js:2:4: leftover: https://old.example/x\n"
        "in/a/robots.txt:1:10: leftover: https://old.example/s.xml\n"
        "in/data.json:1:7: leftover: //OLD.example\n");
  CHECK_THAT(result.summary, Catch::Contains("1 changed on 1 page"));
  args.insert(args.end(), {"--format", "csv", "-q"});
  fs::remove_all("out");
  const CliResult rows = run_cli(args);
  CHECK_THAT(rows.out, Catch::Contains("in/a/robots.txt,1,10,9,25,"));
  CHECK_THAT(rows.out, Catch::Contains("in/s.js,2,4,"));
  CHECK_THAT(rows.out, !Catch::Contains("b.png") && !Catch::Contains("c.bin"));
}
