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
    FileFate fate;
  };
  for (auto const& [path, fate] :
       {Case{"a.html", FileFate::read}, Case{"x/a.svg", FileFate::read},
        Case{"a.png", FileFate::no_links}, Case{"a.png?v=2", FileFate::no_links},
        Case{"a.JS", FileFate::no_links}, Case{"robots.txt", FileFate::no_links},
        Case{"a.md", FileFate::unknown}, Case{"a", FileFate::unknown},
        Case{".a.html", FileFate::hidden}, Case{".htaccess", FileFate::no_links},
        Case{".#a.html", FileFate::lock_file}, Case{"~$a.html", FileFate::lock_file},
        Case{"a.draft.html", FileFate::excluded}, Case{"old", FileFate::excluded}}) {
    CAPTURE(path);
    CHECK(rules.fate(path, PathKind::file) == fate);
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
