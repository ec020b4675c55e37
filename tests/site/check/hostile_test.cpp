// Sites that were made to do harm: they end soon, in little memory, with the right answer.
//
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "hrefkit/site/check.h"
#include "hrefkit/text/utf8.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

std::size_t count_findings(CheckOptions const& options = {}) {
  const auto site = Site::read({.root = "."});
  REQUIRE(site);
  std::size_t count = 0;
  std::size_t line = 0;
  std::string file;
  check(*site, options, {.finding = [&](Finding const& finding) {
    CHECK((finding.file != file || finding.line >= line));
    line = finding.line;
    file = finding.file;
    ++count;
    return true;
  }});
  return count;
}

std::string repeated(std::string const& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("many links to one missing file are all reported") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<meta charset=utf-8>" + repeated("<a href=gone.html>x</a>\n", 20'000));
  for (const std::size_t threads : {1U, 3U}) {
    CheckOptions options;
    options.threads = threads;
    CHECK(count_findings(options) == 20'000);
  }
}

TEST_CASE("a page that has become a pipe since the folder was read is not waited for") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<meta charset=utf-8><a href=b.html>x</a>");
  folder.write("b.html", "<meta charset=utf-8>");
  folder.write("_redirects", "/x /a.html");
  const auto site = Site::read({.root = "."});
  REQUIRE(site);
  for (char const* name : {"b.html", "_redirects"}) {
    std::filesystem::remove(name);
    REQUIRE(::mkfifo(name, 0600) == 0);
  }
  std::string troubles;
  check(*site, {}, {.trouble = [&](std::string const& file, std::string const& why) {
    troubles += file + ": " + why + "\n";
  }});
  CHECK(troubles == "./b.html: is not a regular file\n");
}

TEST_CASE("a page that has become a link since the folder was read is not followed") {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  for (char const* name : {"site/a.html", "site/b.html", "site/sub/d.html"}) {
    folder.write(name, "<meta charset=utf-8><a href=gone.html>x</a>");
  }
  for (char const* name : {"outside/b.html", "outside/d.html", "outside/_redirects"}) {
    folder.write(name, "<meta charset=utf-8><a href=secret.html>x</a>");
  }
  const auto site = Site::read({.root = "site"});
  REQUIRE(site);
  fs::rename("site/sub", "aside");
  fs::create_directory_symlink("../outside", "site/sub");
  fs::remove("site/b.html");
  fs::create_symlink("../outside/b.html", "site/b.html");
  std::string rows;
  std::string troubles;
  const auto summary =
      check(*site, {},
            {.finding =
                 [&](Finding const& finding) {
                   rows += finding.raw;
                   rows += ' ';
                   return true;
                 },
             .trouble = [&](std::string const& file,
                            std::string const& why) { troubles += file + ": " + why + "\n"; }});
  // The folder was open already, so its page may be read: it is the one that was there.
  CHECK(rows.starts_with("gone.html "));
  CHECK(rows.find("secret") == std::string::npos);
  CHECK(summary.failed);
  CHECK_THAT(troubles,
             Catch::Contains("site/b.html: has become a link since it was listed; not followed\n"));
}

TEST_CASE("rules for redirects are not read from outside of the site") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html", "<meta charset=utf-8><a href=/old>x</a>");
  folder.write("outside/rules", "/old /secret.html");
  folder.write("site/rules", "/old /a.html");
  std::filesystem::create_symlink("../outside/rules", "site/_redirects");
  for (bool const is_inside : {false, true}) {
    if (is_inside) {
      std::filesystem::remove("site/_redirects");
      std::filesystem::create_symlink("rules", "site/_redirects");
    }
    const auto site = Site::read({.root = "site"});
    REQUIRE(site);
    std::string rows;
    std::string faults;
    check(*site, {},
          {.finding =
               [&](Finding const& finding) {
                 rows += std::string(name(finding.rule)) + ' ' + std::string(finding.raw) + '\n';
                 return true;
               },
           .fault = [&](std::string const& file,
                        std::string const& why) { faults += file + ": " + why + "\n"; }});
    CHECK(rows == (is_inside ? "" : "missing-file /old\n"));
    CHECK(faults == (is_inside ? "" : "site/_redirects: leads out of the folder; not read\n"));
  }
}

TEST_CASE("no threads means one") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<meta charset=utf-8><a href=gone.html>x</a>");
  CheckOptions options;
  options.threads = 0;
  CHECK(count_findings(options) == 1);
}

TEST_CASE("findings about a page whose name is not UTF-8 are UTF-8") {
  const test::TemporaryFolder folder;
  folder.write("\xFF.html", "<meta charset=utf-8>");
  folder.write("sub\xFE/index.html", "<meta charset=utf-8><a href=%FF>x</a>");
  folder.write("_redirects", "/x /%FC/%FD.html\n/y /sub%FE/#no\n");
  const auto site = Site::read({.root = "."});
  REQUIRE(site);
  CheckOptions options;
  options.orphans = true;
  std::size_t count = 0;
  check(*site, options, {.finding = [&](Finding const& finding) {
    CAPTURE(name(finding.rule));
    for (auto const& text : {std::optional(finding.message), std::optional(finding.raw),
                             finding.url, finding.target, finding.suggestion}) {
      if (text) CHECK(text::find_invalid_utf8(*text) == text->size());
    }
    ++count;
    return true;
  }});
  CHECK(count >= 4);
}

TEST_CASE("many links to different missing files and ids are all reported") {
  const test::TemporaryFolder folder;
  std::string page = "<meta charset=utf-8>\n";
  for (int i = 0; i < 20'000; ++i) {
    page +=
        "<a href=g" + std::to_string(i) + ".html>x</a><a href=#i" + std::to_string(i) + ">x</a>\n";
  }
  folder.write("a.html", page);
  CHECK(count_findings() == 40'000);
}

TEST_CASE("many ids, many of them twice") {
  const test::TemporaryFolder folder;
  std::string page = "<meta charset=utf-8>\n";
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = std::to_string(i);
    page += "<p id=" + id + "><p id=" + id + "><a href=#" + id + ">x</a>\n";
  }
  folder.write("a.html", page);
  CHECK(count_findings() == 20'000);
}

TEST_CASE("links that form a graph of folders give a page sixteen addresses at most") {
  const test::TemporaryFolder folder;
  namespace fs = std::filesystem;
  for (int i = 0; i < 12; ++i) fs::create_directories("d" + std::to_string(i));
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      fs::create_directory_symlink("../d" + std::to_string(j),
                                   "d" + std::to_string(i) + "/l" + std::to_string(j));
    }
  }
  fs::create_directory_symlink(".", "self");
  folder.write("d0/a.html",
               "<p id=x><a href=l1/l2/l3/l0/a.html#x>x</a><a href=../self/self/d0/a.html#x>x</a>");
  folder.write("b.html", "<a href=d5/l0/a.html#gone>x</a>");
  // Of b.html, and of a.html at each address but its own: there, "../self" is not the root's.
  CHECK(count_findings() == 1 + 15);
}

TEST_CASE("odd names are served, and shown as valid text") {
  const test::TemporaryFolder folder;
  folder.write("a\nb.html", "<a href=gone>x</a>");
  folder.write("\xFF.html", "<a href=gone>x</a>");
  folder.write("\x1B[31m.html", "<a href='a%0Ab.html'>x</a><a href='%FF.html'>x</a>");
  CHECK(count_findings() == 2);
}

TEST_CASE("a page that is nested, and ignored at its root") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<meta charset=utf-8><div data-hrefkit-ignore>" + repeated("<div>", 200) +
                             repeated("<a href=gone>x</a>", 3000));
  CHECK(count_findings() == 0);
}

TEST_CASE("a folder outside of the root is known, and not read") {
  const test::TemporaryFolder folder;
  folder.write("outside/page.html", "<a href=gone>not read</a>");
  folder.write("root/index.html",
               "<a href=out/page.html#any>x</a><a href=out/gone.html>x</a><a href=file.html>x</a>");
  namespace fs = std::filesystem;
  fs::create_directory_symlink("../outside", "root/out");
  fs::create_symlink("../outside/page.html", "root/file.html");
  fs::current_path("root");
  CHECK(count_findings() == 1);
}

TEST_CASE("one value with very many missing files") {
  const test::TemporaryFolder folder;
  std::string srcset;
  std::string style;
  for (int i = 0; i < 50'000; ++i) {
    srcset += "g" + std::to_string(i) + ".png " + std::to_string(i + 1) + "x, ";
    style += "background:url(h" + std::to_string(i) + ".png);";
  }
  folder.write("a.html", "<meta charset=utf-8><img srcset='" + srcset + "x.png 1q'>");
  folder.write("b.html", "<meta charset=utf-8><p style='" + style + "'>");
  CHECK(count_findings() == 100'000);
}

TEST_CASE("a page too deep for a tree: what is ignored, and dropped candidates") {
  const test::TemporaryFolder folder;
  folder.write("a.png", "");
  folder.write("a.html",
               "<!doctype html><meta charset=utf-8>" + repeated("<div>", 100'000) +
                   "<a href=no.html data-proofer-ignore>x</a>\n"
                   "<div data-hrefkit-ignore><div><a href=no.html>x</a></div><img src=no></div>\n"
                   "<a href=one.html>x</a><img srcset='two.png 1x, no.png 5q'>\n"
                   "<img usemap=#three src=a.png><img usemap=#m src=a.png><map name=m></map>\n");
  CHECK(count_findings() == 3);
}

TEST_CASE("many comments for hrefkit that end in an odd way") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  const std::string page = "<!doctype html><meta charset=utf-8><a href=gone>x</a>" +
                           repeated("<!--hrefkit-ignore--!>", 40'000);
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 1); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

TEST_CASE("many elements in an ignored one that is nested") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  const std::string page = "<!doctype html><meta charset=utf-8><div data-hrefkit-ignore>" +
                           repeated("<span>", 80'000) + repeated("<ul><li></li></ul>", 80'000) +
                           "<a href=gone>x</a>";
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 0); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

TEST_CASE("many pages with broken fragments of one page that has many ids") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::size_t size = 0;
  const auto write = [&](std::string const& name, std::string const& text) {
    size += text.size();
    folder.write(name, "<meta charset=utf-8>" + text);
  };
  // Twenty letters, each a or b.
  const auto word = [](unsigned number) {
    std::string letters;
    for (unsigned bit = 0; bit < 20; ++bit) letters += (number * 2'654'435'761U >> bit) % 2 + 'a';
    return letters;
  };
  std::string ids;
  for (unsigned i = 0; i < 5'000; ++i) ids += "<p id=" + word(i) + ">";
  write("t.html", ids);
  for (unsigned i = 0; i < 400; ++i) {
    std::string links;
    for (unsigned j = 0; j < 12; ++j) links += "<a href=t.html#x" + word(i * 100 + j) + ">";
    write("p" + std::to_string(i) + ".html", links);
  }
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 4'800); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(size));
}

TEST_CASE("a page with very many ids takes time by their number") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string page = "<!doctype html><meta charset=utf-8>";
  for (int i = 0; i < 1'000'000; ++i) page += "<p id=" + std::to_string(i) + ">";
  folder.write("index.html", page + "<a href=#none>x</a>");
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 1); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

TEST_CASE("many missing files below a very long base") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string page = "<base href='/" + std::string(30'000, 'a') + "/'>";
  for (int i = 0; i < 4000; ++i) page += "<a href=" + std::to_string(i) + ">";
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 4000); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.peak_bytes <= test::allowed_bytes(page.size()));
}

TEST_CASE("many missing files below a base of many names") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string page = "<meta charset=utf-8><base href='/" + repeated("d/", 20'000) + "'>";
  for (int i = 0; i < 6'000; ++i) page += "<a href=" + std::to_string(i) + ">";
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 6'000); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

TEST_CASE("many missing files in a folder with many names that are nearly alike") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  for (int i = 0; i < 700; ++i) {
    folder.write("page-" + std::to_string(i * 7919 % 100'000) + ".html", "");
  }
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 170'000; ++i) page += "<a href=page_" + std::to_string(i) + ".htm>";
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 170'000); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

TEST_CASE("redirects that make a path longer and longer") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 4'000; ++i) page += "<a href=/a/" + std::to_string(i) + ">x</a>\n";
  folder.write("a.html", page);
  for (std::string const& rules :
       {std::string("/a/* /a/:splat/:splat\n"), "/a/* /b/" + repeated(":splat/", 20'000) + "\n"}) {
    folder.write("_redirects", rules);
    const test::RunCost cost = test::cost_of([] { CHECK(count_findings() == 4'000); });
    CHECK(cost.exit_code == 0);
    CHECK(cost.seconds <= test::allowed_seconds(page.size() + rules.size()));
    CHECK(cost.peak_bytes <= test::allowed_bytes(page.size() + rules.size()));
  }
}

TEST_CASE("many redirects of one path, each with a query parameter of its own") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string rules;
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 30'000; ++i) {
    const std::string number = std::to_string(i);
    rules += "/x a" + number + "=:v /y" + number + "/:v\n";
    page += "<a href='/x?a" + number + "=1'>x</a>\n";
  }
  folder.write("_redirects", rules);
  folder.write("a.html", page);
  const test::RunCost cost = test::cost_of([] { CHECK(count_findings() >= 30'000); });
  CHECK(cost.exit_code == 0);
  CHECK(cost.seconds <= test::allowed_seconds(page.size() + rules.size()));
}

TEST_CASE("many redirects with placeholders, and many links that none fits") {
  const test::TemporaryFolder folder;
  std::string rules;
  std::string page = "<meta charset=utf-8>";
  for (int i = 0; i < 2'000; ++i) {
    const std::string number = std::to_string(i);
    rules +=
        "/:a/x" + number + " /y" + number + "\n/r" + number + " /r" + std::to_string(i + 1) + "\n";
    page += "<a href=/r" + number + ">x</a>\n";
  }
  folder.write("_redirects", rules);
  folder.write("a.html", page);
  CHECK(count_findings() > 2'000);
}

}  // namespace hrefkit::site
