// Repairs of a whole site: what is taken back, and how files are written.
#include "hrefkit/site/fix/site_fixes.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/fix/file_edits.h"
#include "hrefkit/site/fix/fix_writer.h"
#include "hrefkit/site/site.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

namespace fs = std::filesystem;

const std::string site_head = "<!doctype html><meta charset=utf-8>";

Site fixable_site(std::string const& root) {
  auto site = Site::read({.root = root});
  REQUIRE(site);
  return std::move(*site);
}

std::string bytes_of_page(Site const& site, std::string const& path) {
  std::string bytes;
  REQUIRE(site.read_file(site.entry(path), bytes));
  return bytes;
}

std::size_t count_findings(Site const& site) {
  std::size_t findings = 0;
  check(site, {}, {.finding = [&](Finding const&) {
          ++findings;
          return true;
        }});
  return findings;
}

}  // namespace

TEST_CASE("replacements of bytes", "[fix]") {
  std::string bytes = "abcdef";
  CHECK(splice({{4, "e", "EE"}, {1, "bc", ""}}, bytes));
  CHECK(bytes == "adEEf");
  CHECK(splice({}, bytes));
  CHECK(!splice({{0, "b", "x"}}, bytes));                  // something else stands there
  CHECK(!splice({{0, "ad", "x"}, {1, "d", "y"}}, bytes));  // they overlap
  CHECK(!splice({{5, "f", "x"}}, bytes));                  // past the end
  CHECK(bytes == "adEEf");
  FileEdits edits{hash_of_bytes("page"), {{0, "page", "page.html"}}};
  bytes = "page";
  CHECK(edits.apply(bytes));
  CHECK(bytes == "page.html");
  CHECK(!edits.apply(bytes));  // not a second time
  CHECK(bytes == "page.html");
}

TEST_CASE("the repaired site has fewer findings, and the files are as they were", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/Guide.html", site_head);
  const std::string page = site_head + "<a href=guide.html>x</a><a href=gone.html>x</a>";
  folder.write("s/a.html", page);
  const Site site = fixable_site("s");
  const SiteFixes fixes = SiteFixes::find(site, {}, {});
  CHECK(fixes.found(Severity::error) == 2);
  CHECK(fixes.edits().size() == 1);
  CHECK(bytes_of_page(fixes.repaired(), "a.html") ==
        site_head + "<a href=Guide.html>x</a><a href=gone.html>x</a>");
  CHECK(count_findings(fixes.repaired()) == 1);
  CHECK(folder.read("s/a.html") == page);
  CHECK(fixes.taken_back().empty());
  CHECK(fixes.generated().empty());
  // Only what is wanted.
  CHECK(SiteFixes::find(site, {}, {.rules = {Rule::missing_file}}).edits().empty());
  CHECK(SiteFixes::find(site, {}, {.is_wanted = [](Finding const&) { return false; }})
            .edits()
            .empty());
}

TEST_CASE("a repair that makes a new finding is taken back, and the others stay", "[fix]") {
  const test::TemporaryFolder folder;
  // Once a link asks for the id that stands twice, it is a finding.
  folder.write("s/b.html", site_head + "<p id=Two><p id=Two><p id=One>");
  folder.write("s/a.html", site_head + "<a href=b.html#two>x</a><a href=b.html#one>x</a>");
  const Site site = fixable_site("s");
  const SiteFixes fixes = SiteFixes::find(site, {}, {});
  REQUIRE(fixes.taken_back().size() == 1);
  CHECK(fixes.taken_back()[0].file == "s/a.html");
  CHECK_THAT(fixes.taken_back()[0].why, Catch::Contains("duplicate-id"));
  CHECK(bytes_of_page(fixes.repaired(), "a.html") ==
        site_head + "<a href=b.html#two>x</a><a href=b.html#One>x</a>");
}

TEST_CASE("a repair that is wrong for another address of the page is taken back", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/x/Guide.html", site_head);
  folder.write("s/y/guide.html", site_head);
  folder.write("s/x/a.html", site_head + "<a href=guide.html>x</a>");
  fs::create_symlink("../x/a.html", "s/y/a.html");
  const Site site = fixable_site("s");
  const SiteFixes fixes = SiteFixes::find(site, {}, {});
  CHECK(fixes.edits().empty());
  CHECK(fixes.taken_back().size() == 1);
}

TEST_CASE("src and srcset of an element are repaired together", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/Pic.png", "x");
  folder.write("s/a.html", site_head + "<img srcset='pic.png 1x, pic.png?2 2x' src=pic.png>");
  const Site site = fixable_site("s");
  const SiteFixes fixes = SiteFixes::find(site, {}, {});
  CHECK(bytes_of_page(fixes.repaired(), "a.html") ==
        site_head + "<img srcset='Pic.png 1x, Pic.png?2 2x' src=Pic.png>");
  CHECK(fixes.taken_back().empty());
}

TEST_CASE("what is ignored stays", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/Guide.html", site_head);
  folder.write("s/a.html", site_head +
                               "<a href=guide.html data-hrefkit-ignore>x</a>"
                               "<a href=guide.html>x</a><!-- <a href=guide.html> -->");
  const Site site = fixable_site("s");
  CHECK(bytes_of_page(SiteFixes::find(site, {}, {}).repaired(), "a.html") ==
        site_head +
            "<a href=guide.html data-hrefkit-ignore>x</a>"
            "<a href=Guide.html>x</a><!-- <a href=guide.html> -->");
}

TEST_CASE("pages that a program made", "[fix]") {
  CHECK(is_build_folder("public"));
  CHECK(is_build_folder("docs/_build/html"));
  CHECK(!is_build_folder("docs/builder"));
  CHECK(!is_build_folder("site"));
  CHECK(!is_build_folder(""));
  const test::TemporaryFolder folder;
  folder.write("s/Guide.html", site_head);
  folder.write("s/a.html",
               site_head + "<meta name=Generator content='X 1'><a href=guide.html>x</a>");
  folder.write("s/b.html", site_head + "<a href=guide.html>x</a>");
  const Site site = fixable_site("s");
  const SiteFixes all = SiteFixes::find(site, {}, {});
  CHECK(all.edits().size() == 2);
  CHECK(all.generated() == std::vector<std::string>{"s/a.html"});
  const SiteFixes others = SiteFixes::find(site, {}, {.in_generated = false});
  CHECK(others.edits().size() == 1);
  CHECK(others.generated() == std::vector<std::string>{"s/a.html"});
}

TEST_CASE("files are replaced in place, or written to a folder", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/Guide.html", site_head);
  folder.write("s/in/a.html", site_head + "<a href=../guide.html>x</a>");
  folder.write("s/pic.png", "picture");
  const std::string repaired = site_head + "<a href=../Guide.html>x</a>";
  std::vector<std::string> told;
  const auto tell = [&](std::string const& path, std::string const& why) {
    told.push_back(path + ": " + why);
  };
  {
    const Site site = fixable_site("s");
    SiteFixes fixes = SiteFixes::find(site, {}, {});
    CHECK(!write_to_folder(fixes, "s/new", tell, tell));
    CHECK(!fs::exists("s/new"));
    CHECK(!write_to_folder(fixes, ".", tell, tell));
    REQUIRE(write_to_folder(fixes, "new", tell, tell));
    CHECK(folder.read("new/in/a.html") == repaired);
    CHECK(folder.read("new/Guide.html") == site_head);
    CHECK(folder.read("new/pic.png") == "picture");
    CHECK(folder.read("s/in/a.html") != repaired);
    write_in_place(fixes, ".old", tell, tell);
    CHECK(folder.read("s/in/a.html") == repaired);
    CHECK(folder.read("s/in/a.html.old") == site_head + "<a href=../guide.html>x</a>");
    CHECK(told.empty());
  }
  const Site again = fixable_site("s");
  CHECK(SiteFixes::find(again, {}, {}).edits().empty());
}

TEST_CASE("a file that has changed meanwhile stays", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("s/Guide.html", site_head);
  folder.write("s/a.html", site_head + "<a href=guide.html>x</a>");
  const Site site = fixable_site("s");
  SiteFixes fixes = SiteFixes::find(site, {}, {});
  folder.write("s/a.html", "another");
  std::vector<std::string> told;
  const auto tell = [&](std::string const& path, std::string const& why) {
    told.push_back(path + ": " + why);
  };
  write_in_place(fixes, "", tell, tell);
  CHECK(told ==
        std::vector<std::string>{"s/a.html: has changed since it was checked; not repaired"});
  CHECK(folder.read("s/a.html") == "another");
  CHECK(fixes.edits().empty());
  // Nor is a link followed that was put in the place of the page.
  folder.write("victim.html", site_head + "<a href=guide.html>x</a>");
  folder.write("s/a.html", site_head + "<a href=guide.html>x</a>");
  SiteFixes second = SiteFixes::find(site, {}, {});
  fs::remove("s/a.html");
  fs::create_symlink("../victim.html", "s/a.html");
  told.clear();
  write_in_place(second, "", tell, tell);
  CHECK(told.size() == 1);
  CHECK(folder.read("victim.html") == site_head + "<a href=guide.html>x</a>");
}

}  // namespace hrefkit::site
