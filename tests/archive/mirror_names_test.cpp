#include "hrefkit/archive/mirror_names.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

using archive::MirrorFile;
using archive::MirrorType;

std::string path_of(std::string const& url, MirrorType type = MirrorType::html) {
  std::vector<MirrorFile> files{{.url = url, .type = type}};
  archive::name_mirror_files(files);
  return files[0].path;
}

/// The paths of several files, with spaces between.
std::string paths_of(std::vector<MirrorFile> files) {
  archive::name_mirror_files(files);
  std::string paths;
  for (MirrorFile const& file : files) paths += (paths.empty() ? "" : " ") + file.path;
  return paths;
}

}  // namespace

TEST_CASE("files have the names that wget -r -E gives them") {
  struct Case {
    std::string url;
    MirrorType type;
    std::string path;
  };
  const std::vector<Case> cases{
      {"http://h.example/", MirrorType::html, "h.example/index.html"},
      {"http://h.example:8080/a", MirrorType::html, "h.example:8080/a.html"},
      {"http://u:p@h.example/a/", MirrorType::html, "h.example/a/index.html"},
      {"http://[::1]/a", MirrorType::other, "[::1]/a"},
      {"http://h.example/?p=1", MirrorType::html, "h.example/index.html?p=1.html"},
      {"http://h.example/x.php?a=b/c", MirrorType::html, "h.example/x.php?a=b%2Fc.html"},
      {"http://h.example/a.HTM", MirrorType::html, "h.example/a.HTM"},
      {"http://h.example/a.css?v=6", MirrorType::css, "h.example/a.css?v=6.css"},
      {"http://h.example/a.css", MirrorType::css, "h.example/a.css"},
      {"http://h.example/a.svg?v", MirrorType::svg, "h.example/a.svg?v.svg"},
      {"http://h.example/a.xhtml", MirrorType::xhtml, "h.example/a.xhtml"},
      {"http://h.example/a", MirrorType::xhtml, "h.example/a.xhtml"},
      {"http://h.example/a.png?x", MirrorType::other, "h.example/a.png?x"},
      {"http://h.example/a%20b/K%C3%B6ln", MirrorType::other, "h.example/a b/K\xC3\xB6ln"},
      {"http://h.example/%FF", MirrorType::other, "h.example/%FF"},
      {"http://h.example/a//b", MirrorType::other, "h.example/a/b"},
      {"http://h.example/a?", MirrorType::other, "h.example/a?"},
  };
  for (Case const& c : cases) {
    INFO(c.url);
    CHECK(path_of(c.url, c.type) == c.path);
  }
}

TEST_CASE("no path leads out of the folder") {
  struct Case {
    std::string url;
    std::string path;
  };
  const std::vector<Case> cases{
      {"http://../x", "%2E%2E/x"},
      {"http://./x", "%2E/x"},
      {"http://h.example/..%2F..%2Fetc", "h.example/..%2F..%2Fetc"},
      {"http://h.example/%2E%2E%2F", "h.example/..%2F"},
      {"http://h.example/a%00b%0A%7F", "h.example/a%00b%0A%7F"},
      {"http://h.example/.hrefkit-new-1-2", "h.example/%2Ehrefkit-new-1-2"},
  };
  for (Case const& c : cases) {
    INFO(c.url);
    CHECK(path_of(c.url, MirrorType::other) == c.path);
  }
}

TEST_CASE("long names are cut, and differ as their URLs do") {
  const std::string name(300, 'x');
  const std::string first = path_of("http://h.example/" + name + "1.css?v", MirrorType::css);
  const std::string second = path_of("http://h.example/" + name + "2.css?v", MirrorType::css);
  CHECK(first != second);
  CHECK(first.size() == std::string("h.example/").size() + 200);
  CHECK(first.ends_with(".css"));
  std::string umlauts;
  for (int i = 0; i < 150; ++i) umlauts += "%C3%B6";
  const std::string cut = path_of("http://h.example/" + umlauts, MirrorType::other);
  CHECK(cut.size() <= std::string("h.example/").size() + 200);
  CHECK(cut.find("\xC3-") == std::string::npos);
  std::string deep = "http://h.example/";
  for (int i = 0; i < 2000; ++i) deep += "d/";
  CHECK(path_of(deep).size() < 1000);
  CHECK(path_of(deep).ends_with(".html"));
}

TEST_CASE("no two files have one path, and no file is a folder") {
  const auto html = MirrorType::html;
  const auto other = MirrorType::other;
  CHECK(paths_of({{.url = "http://h/a", .type = html}, {.url = "http://h/a.html", .type = html}}) ==
        "h/a.1.html h/a.html");
  CHECK(paths_of({{.url = "http://h/a", .type = html}, {.url = "https://h/a", .type = html}}) ==
        "h/a.html h/a.1.html");
  CHECK(paths_of({{.url = "http://h/a", .type = other}, {.url = "http://h/a/b", .type = other}}) ==
        "h/a/index.html h/a/b");
  CHECK(paths_of({{.url = "http://h/a.html", .type = html},
                  {.url = "http://h/a.html/", .type = html},
                  {.url = "http://h/a.html/index.html", .type = html},
                  {.url = "http://h/a.html/index.html/x", .type = other}}) ==
        "h/a.html/index.html/index.html h/a.html/index.html/index.1.html "
        "h/a.html/index.html/index.2.html h/a.html/index.html/x");
}

}  // namespace hrefkit::test
