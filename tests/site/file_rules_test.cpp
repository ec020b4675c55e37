#include "hrefkit/site/file_rules.h"

#include <catch2/catch.hpp>

namespace hrefkit::site {

namespace {

using html::ContentType;

TEST_CASE("extensions that the user names", "[file rules]") {
  FileRules rules;
  CHECK_FALSE(rules.type_of("a.php"));
  CHECK_FALSE(rules.type_of("README"));
  CHECK(rules.type_of("a.HTML") == ContentType::html);
  CHECK(rules.type_of("a.svg") == ContentType::xml);
  rules.add_extension("php", ContentType::html);
  rules.add_extension("html.en", ContentType::html);
  rules.add_extension("html", ContentType::xml);
  rules.add_extension("", ContentType::html);
  CHECK(rules.type_of("x/a.PHP") == ContentType::html);
  CHECK(rules.type_of("a.html.en") == ContentType::html);
  CHECK(rules.type_of("a.html") == ContentType::xml);  // the user's word counts
  CHECK(rules.type_of("x.y/README") == ContentType::html);
  CHECK_FALSE(rules.type_of(".php"));  // a name that begins with its only dot has no extension
  rules.add_extension("html", ContentType::html);
  CHECK(rules.type_of("a.html") == ContentType::html);  // the last word counts
}

TEST_CASE("what becomes of files and folders", "[file rules]") {
  FileRules rules;
  rules.add_exclude("old");
  rules.add_exclude("*.draft.html");
  struct Case {
    char const* path;
    FileStatus fate;
  };
  for (auto const& [path, fate] :
       {Case{"a.html", FileStatus::read}, Case{"x/a.svg", FileStatus::read},
        Case{"a.png", FileStatus::no_links}, Case{"a.png?v=2", FileStatus::no_links},
        Case{"a.JS", FileStatus::no_links}, Case{"robots.txt", FileStatus::no_links},
        Case{"a.md", FileStatus::unknown}, Case{"a", FileStatus::unknown},
        Case{".a.html", FileStatus::hidden}, Case{".htaccess", FileStatus::no_links},
        Case{".#a.html", FileStatus::lock_file}, Case{"~$a.html", FileStatus::lock_file},
        Case{"a.draft.html", FileStatus::excluded}, Case{"old", FileStatus::excluded}}) {
    CAPTURE(path);
    CHECK(rules.status_of(path, PathKind::file) == fate);
  }
  CHECK(rules.is_read("x/a.html"));
  CHECK_FALSE(rules.is_read("x/old/y/a.html"));
  CHECK_FALSE(rules.is_read(".git/a.html"));
  CHECK_FALSE(rules.is_entered("a/old/b"));
  CHECK(rules.is_entered(""));
}

TEST_CASE("included files, and all in included folders", "[file rules]") {
  FileRules rules;
  rules.add_include("docs/");
  rules.add_include("index.*");
  rules.add_exclude("docs/old");
  CHECK(rules.is_read("docs/a/b.html"));
  CHECK(rules.is_read("x/index.html"));
  CHECK_FALSE(rules.is_read("x/a.html"));
  CHECK_FALSE(rules.is_read("docs/old/a.html"));
  CHECK(rules.is_entered("x"));
}

}  // namespace

}  // namespace hrefkit::site
