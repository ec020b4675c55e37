#include "hrefkit/site/input.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

using Names = std::vector<std::string>;

/// The inputs as "path url", and what is reported as "! path: why".
Names inputs(InputOptions options) {
  Names found;
  InputSequence sequence(std::move(options),
                         [&](Walk::Trouble, std::string const& path, std::string const& why) {
                           found.push_back("! " + path + ": " + why);
                         });
  while (auto input = sequence.next()) found.push_back(input->path + " " + input->url);
  return found;
}

struct PathCase {
  char const* path;
  char const* url;
};

TEST_CASE("a path becomes a URL's path", "[input]") {
  const PathCase cases[] = {
      {"a/b.html", "a/b.html"},
      {"a b", "a%20b"},
      {"100%.html", "100%25.html"},
      {"%41", "%2541"},
      {"what?", "what%3F"},
      {"a#b", "a%23b"},
      {"back\\slash", "back%5Cslash"},
      {"\"<>`{}|^[]", "%22%3C%3E%60%7B%7D%7C%5E%5B%5D"},
      {"-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"},
      {"\xC3\xBC", "%C3%BC"},
      {"\xFF\xFE", "%FF%FE"},
      {"new\nline\ttab", "new%0Aline%09tab"},
  };
  for (auto const& [path, url] : cases) {
    CAPTURE(path);
    CHECK(url_path(path) == url);
  }
}

TEST_CASE("a file's URL is absolute and has no dots", "[input]") {
  const test::TemporaryFolder folder;
  const std::string here = "file://" + folder.path();
  CHECK(file_url("a.html") == here + "/a.html");
  CHECK(file_url("./x/../a.html") == here + "/a.html");
  CHECK(file_url("/a//b/../c d.html") == "file:///a/c%20d.html");
}

TEST_CASE("a name tells the content type", "[input]") {
  for (char const* name : {"a.xhtml", "a.XHT", "a.svg", "b/a.xml"}) {
    CAPTURE(name);
    CHECK(content_type_of(name) == html::ContentType::xml);
  }
  for (char const* name : {"a.html", "a.htm", "svg", ".svg", "a.xhtml.html", "-", ""}) {
    CAPTURE(name);
    CHECK(content_type_of(name) == html::ContentType::html);
  }
}

TEST_CASE("inputs come in the order given, each with its address", "[input]") {
  const test::TemporaryFolder folder;
  folder.write("site/z.html", "");
  folder.write("site/sub/a b.html", "");
  folder.write("page.html", "");
  folder.write("other/page.txt", "");
  const std::string here = "file://" + folder.path();

  CHECK(inputs({.paths = {"page.html", "site", "page.html"}}) ==
        Names{"page.html " + here + "/page.html",
              "site/sub/a b.html " + here + "/site/sub/a%20b.html",
              "site/z.html " + here + "/site/z.html", "page.html " + here + "/page.html"});

  // A folder's files are relative to it, others to the working folder where they are below it.
  CHECK(inputs({.paths = {"site/", "site/z.html", "./page.html", "../up.html",
                          folder.path() + "/page.html"},
                .site_url = "https://a.example/docs/"}) ==
        Names{"site/sub/a b.html https://a.example/docs/sub/a%20b.html",
              "site/z.html https://a.example/docs/z.html",
              "site/z.html https://a.example/docs/site/z.html",
              "./page.html https://a.example/docs/page.html",
              "! ../up.html: No such file or directory",
              folder.path() + "/page.html https://a.example/docs/page.html"});

  CHECK(inputs({.paths = {"page.html"}, .url = "https://a.example/x"}) ==
        Names{"page.html https://a.example/x"});
  CHECK(inputs({.paths = {"-"}}) == Names{"- about:blank"});
  CHECK(inputs({.paths = {"-"}, .url = "https://a.example/x"}) == Names{"- https://a.example/x"});
  CHECK(inputs({.paths = {"other/page.txt"}}) ==  // a file that is named need not look like a page
        Names{"other/page.txt " + here + "/other/page.txt"});
}

TEST_CASE("what is no input is reported, and the rest still comes", "[input]") {
  const test::TemporaryFolder folder;
  folder.write("page.html", "");
  folder.write("folder/readme.txt", "");
  const std::string page = "page.html file://" + folder.path() + "/page.html";
  CHECK(inputs({.paths = {"missing", "folder", "page.html/x", "page.html", ""}}) ==
        Names{"! missing: No such file or directory",
              "! folder: holds no .html, .htm, .xhtml, .xht or .svg file",
              "! page.html/x: Not a directory", page, "! '': No such file or directory"});
}

}  // namespace

}  // namespace hrefkit::site
