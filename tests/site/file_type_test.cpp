#include "hrefkit/site/file_rules.h"

#include <catch2/catch.hpp>

namespace hrefkit::site {

TEST_CASE("pages are known by their names", "[file type]") {
  for (char const* name : {"a.html",        "a.htm",
                           "a.xhtml",       "a.xht",
                           "a.svg",         "A.HTML",
                           "a.b.SvG",       "x/a.html",
                           ".x/a.html",     "a.css",
                           "a.xml",         "a.atom",
                           "a.rss",         "site.webmanifest",
                           "manifest.json", "x/Manifest.JSON",
                           "a.html?b=1.2",  "a.php?b=c.html",
                           "a?b/s.css?v=3", "a.html@b=1.2",
                           "a.css@3",       "x@y/a.min.css@v",
                           "a@b.html@c=1",  "a@b.html"}) {
    CAPTURE(name);
    CHECK(is_page_name(name));
  }
  for (char const* name : {"a.txt",      "html",         ".html",
                           "a.html~",    "a.html.bak",   "a.",
                           "",           "a.json",       "my-manifest.json",
                           "x/.html",    "a.html/x",     "a.html/",
                           "a.html?b/c", ".html?b",      "a.php?b",
                           "a@2x.png",   "a@b.html.png", "a.html@b/c",
                           ".html@b",    "a.php@b=1"}) {
    CAPTURE(name);
    CHECK_FALSE(is_page_name(name));
  }
}

TEST_CASE("a name tells the content type", "[file type]") {
  for (char const* name : {"a.xhtml", "a.XHT", "a.svg", "b/a.xml"}) {
    CAPTURE(name);
    CHECK(content_type_of(name) == html::ContentType::xml);
  }
  CHECK(content_type_of("a.CSS") == html::ContentType::css);
  CHECK(content_type_of("a.css?v=3") == html::ContentType::css);
  CHECK(content_type_of("a.webmanifest") == html::ContentType::json);
  CHECK(content_type_of("b/manifest.json") == html::ContentType::json);
  for (char const* name : {"a.html", "a.htm", "svg", ".svg", "x/.svg", "a.xhtml.html", "-", ""}) {
    CAPTURE(name);
    CHECK(content_type_of(name) == html::ContentType::html);
  }
}

TEST_CASE("a query in a file name begins with a question mark or what stands for it",
          "[file type]") {
  const auto before = [](std::string_view path) { return std::string(before_query(path)); };
  CHECK(before("a/list.html?page=2@3") == "a/list.html");
  CHECK(before("a/list.html@page=2") == "a/list.html");
  CHECK(before("a.b@c/list@page=2") == "a.b@c/list");
  CHECK(before("me@there.html@x") == "me@there.html");
  for (const char* name : {"a/photo@2x.png", "a/Main@Page", "a.b@c/d", "a?b/c", "a@b=c/d", ""}) {
    CHECK(before(name) == name);
  }
}

TEST_CASE("each extension of the table stands for its own row", "[file type]") {
  for (FileType const& type : file_types()) {
    CAPTURE(type.extension);
    const bool is_name = !type.extension.starts_with('.');
    CHECK(find_file_type((is_name ? "x/" : "name") + std::string(type.extension)) == &type);
    CHECK(type.media_type.find('/') != std::string_view::npos);
  }
  CHECK(find_file_type("name.unknown") == nullptr);
}

TEST_CASE("the extensions of pages are listed for people", "[file type]") {
  CHECK(page_extensions() ==
        ".html, .htm, .xhtml, .xht, .svg, .css, .atom, .rss, .xml, .webmanifest, "
        "feed.json or manifest.json");
}

}  // namespace hrefkit::site
