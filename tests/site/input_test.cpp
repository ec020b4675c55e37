#include "hrefkit/site/input.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

using Names = std::vector<std::string>;

/// The inputs as "path url", and what is reported as "! path: why".
Names inputs(InputOptions options) {
  Names found;
  InputSequence sequence(std::move(options));
  while (auto step = sequence.next()) {
    if (auto const* trouble = std::get_if<InputError>(&*step)) {
      found.push_back("! " + trouble->path + ": " + trouble->why);
    } else {
      Input const& input = std::get<Input>(*step);
      found.push_back(input.path + " " + input.url);
    }
  }
  return found;
}

TEST_CASE("a file's URL is absolute and has no dots", "[input]") {
  const test::TemporaryFolder folder;
  const std::string here = "file://" + folder.path();
  CHECK(file_url("a.html") == here + "/a.html");
  CHECK(file_url("./x/../a.html") == here + "/a.html");
  CHECK(file_url("/a//b/../c d.html") == "file:///a/c%20d.html");
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

  // A folder's files are relative to it, others to the working folder.
  CHECK(inputs({.paths = {"site/", "site/z.html", "./page.html", "../up.html",
                          folder.path() + "/page.html", "/etc/passwd"},
                .site_url = "https://a.example/docs/"}) ==
        Names{"site/sub/a b.html https://a.example/docs/sub/a%20b.html",
              "site/z.html https://a.example/docs/z.html",
              "site/z.html https://a.example/docs/site/z.html",
              "./page.html https://a.example/docs/page.html",
              "! ../up.html: No such file or directory",
              folder.path() + "/page.html https://a.example/docs/page.html",
              "! /etc/passwd: lies outside of the working folder"});

  CHECK(inputs({.paths = {"page.html"}, .url = "https://a.example/x"}) ==
        Names{"page.html https://a.example/x"});
  CHECK(inputs({.paths = {"-"}}) == Names{"- about:blank"});
  CHECK(inputs({.paths = {"-"}, .url = "https://a.example/x"}) == Names{"- https://a.example/x"});
  CHECK(inputs({.paths = {"other/page.txt"}}) ==  // a file that is named need not look like a page
        Names{"other/page.txt " + here + "/other/page.txt"});
}

TEST_CASE("with a root a file has one address, however its path is written", "[input]") {
  const test::TemporaryFolder folder;
  folder.write("pub/docs/a.html", "");
  folder.write("pub/b.html", "");
  folder.write("elsewhere/deep/x.html", "");
  std::filesystem::create_directory_symlink("pub", "link");
  std::filesystem::create_directory_symlink("../elsewhere/deep", "pub/out");
  const std::string here = folder.path() + "/";
  const std::string url = "https://h.example/docs/a.html";
  for (std::string const& path :
       {std::string("pub/docs/a.html"), std::string("./pub//docs/../docs/a.html"),
        here + "pub/docs/a.html", std::string("link/docs/a.html"), std::string("pub/docs/"),
        std::string("pub/docs"), here + "link/docs"}) {
    CAPTURE(path);
    for (std::string const& root : {std::string("pub"), std::string("./pub/"), here + "pub",
                                    std::string("link"), std::string("pub/docs/..")}) {
      CAPTURE(root);
      const Names found = inputs({.paths = {path}, .site_url = "https://h.example/", .root = root});
      REQUIRE(found.size() == 1);
      CHECK(found[0].ends_with(" " + url));
    }
  }
  // A folder that holds the root: what lies outside of the root has no address.
  CHECK(inputs({.paths = {"pub"}, .site_url = "https://h.example/", .root = "pub/docs"}) ==
        Names{"! pub/b.html: lies outside of the root pub/docs",
              "pub/docs/a.html https://h.example/a.html",
              "! pub/out/: leads out of the folder; not read"});
  CHECK(inputs({.paths = {"elsewhere", "elsewhere/deep/x.html", "pub/b.html"},
                .site_url = "https://h.example/",
                .root = "pub"}) == Names{"! elsewhere: lies outside of the root pub",
                                         "! elsewhere/deep/x.html: lies outside of the root pub",
                                         "pub/b.html https://h.example/b.html"});
  // `..` behind a link means another place than the text does.
  CHECK(inputs({.paths = {"pub/out/../deep/x.html"},
                .site_url = "https://h.example/",
                .root = "elsewhere"}) ==
        Names{"pub/out/../deep/x.html https://h.example/deep/x.html"});
}

TEST_CASE("what is not an input is reported, and the rest still comes", "[input]") {
  const test::TemporaryFolder folder;
  folder.write("page.html", "");
  folder.write("folder/readme.txt", "");
  const std::string page = "page.html file://" + folder.path() + "/page.html";
  folder.write("other/.x.html", "");
  folder.write("other/y.php", "");
  CHECK(inputs({.paths = {"other"}}) ==
        Names{"! other/.x.html: is hidden", "! other/y.php: is of an unknown type",
              "! other: holds no .html, .htm, .xhtml, .xht, .svg, .css, .atom, .rss, .xml, "
              ".webmanifest, feed.json or manifest.json file that is neither hidden nor excluded"});
  CHECK(inputs({.paths = {"missing", "folder", "page.html/x", "page.html", ""}}) ==
        Names{"! missing: No such file or directory",
              "! folder: holds no .html, .htm, .xhtml, .xht, .svg, .css, .atom, .rss, .xml, "
              ".webmanifest, feed.json or manifest.json file",
              "! page.html/x: Not a directory", page, "! '': No such file or directory"});
}

TEST_CASE("what a walk passes over comes in its place", "[input]") {
  const test::TemporaryFolder folder;
  for (char const* name : {"s/1.html", "s/3.html", "out/x.html"}) folder.write(name, "");
  std::filesystem::create_directory_symlink("../out", "s/2");
  std::filesystem::create_directory_symlink(".", "t");
  std::filesystem::create_directory("u");
  std::filesystem::create_directory_symlink(".", "u/self");
  const std::string here = " file://" + folder.path() + "/";
  CHECK(inputs({.paths = {"s"}}) == Names{"s/1.html" + here + "s/1.html",
                                          "! s/2/: leads out of the folder; not read",
                                          "s/3.html" + here + "s/3.html"});
  CHECK(inputs({.paths = {"s"}, .walk = {.follow_outside = true}}) ==
        Names{"s/1.html" + here + "s/1.html", "s/2/x.html" + here + "s/2/x.html",
              "s/3.html" + here + "s/3.html"});
  CHECK(inputs({.paths = {"u"}}) ==
        Names{"! u/self/: leads back into a folder that holds it; not followed",
              "! u: holds no .html, .htm, .xhtml, .xht, .svg, .css, .atom, .rss, .xml, "
              ".webmanifest, feed.json or manifest.json file"});
}

}  // namespace

}  // namespace hrefkit::site
