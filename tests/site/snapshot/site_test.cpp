#include "hrefkit/site/site.h"

#include <sys/stat.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

std::string found(Site const& site, std::string const& url) {
  const Lookup lookup = site.find(url);
  switch (lookup.status) {
    case LookupStatus::found:
      return site.path(lookup.entry);
    case LookupStatus::folder:
      return "folder " + site.path(lookup.entry);
    case LookupStatus::missing:
      return "missing";
    case LookupStatus::unlisted:
      return "unlisted";
    case LookupStatus::outside_site:
      return "outside";
    case LookupStatus::other_origin:
      return "other";
  }
  return {};
}

}  // namespace

TEST_CASE("a URL means a file, and a file has a URL") {
  const test::TemporaryFolder folder;
  for (char const* name :
       {"index.html", "a b.html", "dir/index.htm", "dir/page.html", "bare/x.txt"}) {
    folder.write(name, "x");
  }
  const auto site = Site::read({.root = ".", .url = "https://h.example/pre/"});
  REQUIRE(site);
  CHECK(found(*site, "https://h.example/pre/") == "index.html");
  CHECK(found(*site, "https://h.example/pre") == "index.html");
  CHECK(found(*site, "https://h.example/pre/dir") == "dir/index.htm");
  CHECK(found(*site, "https://h.example/pre/dir/?q#f") == "dir/index.htm");
  CHECK(found(*site, "https://h.example/pre/bare") == "folder bare");
  CHECK(found(*site, "https://h.example/pre/a%20b.html") == "a b.html");
  CHECK(found(*site, "https://h.example/%70re/a%20b.html") == "a b.html");
  CHECK(found(*site, "https://h.example/prefix/") == "outside");
  CHECK(found(*site, "https://h.example/") == "outside");
  CHECK(found(*site, "http://h.example/pre/index.html") == "index.html");
  CHECK(found(*site, "https://h.example:8443/pre/") == "other");
  CHECK(found(*site, "https://h.example.org/pre/") == "other");
  CHECK(found(*site, "https://u:p@h.example/pre/") == "index.html");
  CHECK(found(*site, "mailto:x") == "other");
  for (const EntryId page : site->pages()) {
    CHECK(found(*site, site->url(page)) == site->path(page));
    CHECK(site->entry(site->path(page)) == page);
  }
  CHECK(site->relative_path("/pre/x/%2E/a%2Fb/") == "x/%2E/a%2Fb/");
  CHECK(site->relative_path("/other/x") == std::nullopt);
  CHECK(site->relative_path("/pre") == "");
  CHECK(site->relative_path("/pre//") == "");
  CHECK(site->relative_path("/pre/a/b.html") == "a/b.html");
  CHECK(site->relative_path("/pre/a/b/") == "a/b/");
  CHECK(site->relative_path("/pre/a//b") == "a/b");
  CHECK(site->relative_path("/pre/a%20b/c//") == "a b/c/");
}

TEST_CASE("pages come in the order of a walk, without hidden ones") {
  const test::TemporaryFolder folder;
  for (char const* name :
       {"b.html", "a/z.html", "a/b/c.svg", "a.html", ".x/y.html", "c.txt", ".z.html"}) {
    folder.write(name, "x");
  }
  const auto paths = [](SiteOptions const& options) {
    const auto site = Site::read(options);
    REQUIRE(site);
    std::vector<std::string> all;
    for (const EntryId page : site->pages()) {
      CHECK(site->pages()[site->page_number(page)] == page);
      all.push_back(site->path(page));
    }
    return all;
  };
  CHECK(paths({.root = "."}) ==
        std::vector<std::string>{"a/b/c.svg", "a/z.html", "a.html", "b.html"});
  CHECK(paths({.root = ".", .hidden = true}).size() == 6);
  CHECK(paths({.root = ".", .is_wanted = [](std::string_view path) { return path == "b.html"; }}) ==
        std::vector<std::string>{"b.html"});
}

TEST_CASE("what has the name of a page and is no file is told") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "x");
  folder.write("d/b.html", "x");
  folder.write("m/c.html", "x");
  for (char const* name : {"p.html", "d/p.html", "d/p.bin", ".p.html", ".h/p.html", "m/p.html"}) {
    std::filesystem::create_directory(".h");
    REQUIRE(::mkfifo(name, 0600) == 0);
  }
  const auto told = [](SiteOptions const& options) {
    std::vector<std::string> all;
    REQUIRE(Site::read(options, [&](std::string const& path, std::string const& what) {
      all.push_back(path + " " + what);
    }));
    std::sort(all.begin(), all.end());
    return all;
  };
  using Lines = std::vector<std::string>;
  const std::string what = " is not a regular file";
  CHECK(told({.root = "d"}) == Lines{"d/p.html" + what});
  CHECK(told({.root = "d", .mounts = {{"x", "m"}}}) == Lines{"d/p.html" + what, "m/p.html" + what});
  CHECK(told({.root = "."}) == Lines{"./d/p.html" + what, "./m/p.html" + what, "./p.html" + what});
  CHECK(told({.root = ".", .hidden = true}).size() == 5);
}

TEST_CASE("extensions count where they are asked for") {
  const test::TemporaryFolder folder;
  for (char const* name : {"page.html", "both.html", "both/x.txt", "dir/index.html", "dir.html"}) {
    folder.write(name, "x");
  }
  const auto site = Site::read({.root = ".", .extensions = {"html"}});
  REQUIRE(site);
  const std::string at = "https://site.invalid/";
  CHECK(found(*site, at + "page") == "page.html");
  CHECK(found(*site, at + "page/") == "missing");
  CHECK(found(*site, at + "both") == "both.html");
  CHECK(found(*site, at + "both/") == "folder both");
  CHECK(found(*site, at + "dir") == "dir.html");
  CHECK(found(*site, at + "dir/") == "dir/index.html");
  const auto plain = Site::read({.root = "."});
  CHECK(found(*plain, at + "page") == "missing");
}

TEST_CASE("the address of a site is read as any URL is") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "x");
  for (const std::string url :
       {"https://h.example/pre/", "https://h.example/pre", "HTTPS://H.Example:443/x/../pre?q#f",
        "https://u:p@h.example/pre/", " https:\\\\h.example\\pre "}) {
    CAPTURE(url);
    const auto site = Site::read({.root = ".", .url = url});
    REQUIRE(site);
    CHECK(site->options().url == "https://h.example/pre/");
    CHECK(site->url(site->pages()[0]) == "https://h.example/pre/a.html");
    CHECK(found(*site, "https://h.example/pre/a.html") == "a.html");
  }
  for (const std::string url : {"", "h.example", "/pre/", "file:///pre/", "https://", "mailto:x"}) {
    const auto site = Site::read({.root = ".", .url = url});
    REQUIRE_FALSE(site);
    CHECK(site.error() == "'" + url + "' is not an http or https URL");
  }
}

TEST_CASE("a root that cannot be read is an error") {
  const test::TemporaryFolder folder;
  CHECK(!Site::read({.root = "gone"}));
  folder.write("file", "x");
  CHECK(!Site::read({.root = "file"}));
}

TEST_CASE("many names are found") {
  const test::TemporaryFolder folder;
  for (int i = 0; i < 500; ++i)
    folder.write("d" + std::to_string(i % 7) + "/" + std::to_string(i), "");
  const auto site = Site::read({.root = "."});
  REQUIRE(site);
  for (int i = 0; i < 500; ++i) {
    const std::string path = "d" + std::to_string(i % 7) + "/" + std::to_string(i);
    CHECK(found(*site, "https://site.invalid/" + path) == path);
    CHECK(found(*site, "https://site.invalid/d" + std::to_string((i + 1) % 7) + "/" +
                           std::to_string(i)) == "missing");
  }
}

}  // namespace hrefkit::site
