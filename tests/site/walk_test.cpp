#include "hrefkit/site/walk.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

namespace fs = std::filesystem;

/// What a walk gives, and what it reports.
struct Walked {
  std::vector<std::string> pages;
  std::vector<std::string> troubles;
};

Walked walk(std::string const& root) {
  Walked walked;
  Walk walk(root, [&](Walk::Trouble, std::string const& path, std::string const& why) {
    walked.troubles.push_back(path + ": " + why);
  });
  while (auto page = walk.next()) walked.pages.push_back(*page);
  return walked;
}

using Names = std::vector<std::string>;

TEST_CASE("pages are known by their names", "[walk]") {
  for (char const* name : {"a.html", "a.htm", "a.xhtml", "a.xht", "a.svg", "A.HTML", "a.b.SvG"}) {
    CAPTURE(name);
    CHECK(is_page_name(name));
  }
  for (char const* name : {"a.txt", "html", ".html", "a.html~", "a.html.bak", "a.xml", "a.", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_page_name(name));
  }
}

TEST_CASE("a walk goes in the order of the bytes of names, folders among the files", "[walk]") {
  const test::TemporaryFolder folder;
  for (char const* name : {"site/b.html", "site/a/z.svg", "site/a/A.html", "site/a.html",
                           "site/Z.htm", "site/a/x/y/deep.xht", "site/c/not.txt", "site/\xFF.html",
                           "site/ü.html", "site/.hidden/h.html"}) {
    folder.write(name, "");
  }
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{".hidden/h.html", "Z.htm", "a/A.html", "a/x/y/deep.xht", "a/z.svg",
                              "a.html", "b.html", "ü.html", "\xFF.html"});
  CHECK(walked.troubles.empty());
  CHECK(walk("site/").pages == walked.pages);
}

TEST_CASE("it is known what a walk comes upon", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/a/x.html", "");
  fs::create_symlink("site/a", "link");
  for (char const* file : {"site/a/x.html", "site/new.svg", "./site/../site/a/b/c.htm",
                           "link/y.html", "site/a/../x.html"}) {
    CAPTURE(file);
    CHECK(is_walked(file, "site"));
    CHECK(is_walked(file, "./site/"));
    CHECK(is_walked(file, fs::absolute("site").string()));
  }
  for (char const* file :
       {"site/x.txt", "x.html", "site.html", "site/../x.html", "sites/x.html", "site", "", "."}) {
    CAPTURE(file);
    CHECK_FALSE(is_walked(file, "site"));
  }
  CHECK_FALSE(is_walked("site/a/x.html", "site/a/x.html"));
  CHECK_FALSE(is_walked("missing/x.html", "missing"));
}

TEST_CASE("symbolic links are followed, except back into an open folder", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/v2/page.html", "");
  folder.write("elsewhere/out.html", "");
  fs::create_directory_symlink("v2", "site/latest");
  fs::create_directory_symlink("../elsewhere", "site/other");
  fs::create_symlink("../elsewhere/out.html", "site/link.html");
  fs::create_directory_symlink("..", "site/v2/up");
  fs::create_directory_symlink(".", "site/v2/self");
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"latest/page.html", "link.html", "other/out.html", "v2/page.html"});
  const std::string loop = ": leads back into a folder that holds it; not followed";
  CHECK(walked.troubles == Names{"site/latest/self/" + loop, "site/latest/up/" + loop,
                                 "site/v2/self/" + loop, "site/v2/up/" + loop});
}

TEST_CASE("a dangling link is given, so that reading it says what is wrong", "[walk]") {
  const test::TemporaryFolder folder;
  fs::create_directory("site");
  fs::create_symlink("nowhere", "site/page.html");
  fs::create_symlink("nowhere", "site/no-page");
  CHECK(walk("site").pages == Names{"page.html"});
}

TEST_CASE("what is named like a page but is no file is reported, not opened", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/b.html/page.html", "");  // a folder may be named so
  REQUIRE(::mkfifo("site/a.html", 0600) == 0);
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"b.html/page.html"});
  CHECK(walked.troubles == Names{"site/a.html: is no regular file"});
}

TEST_CASE("a folder that cannot be read is reported", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  CHECK(walk("file").troubles == Names{"file: Not a directory"});
  CHECK(walk("missing").troubles == Names{"missing: No such file or directory"});
}

}  // namespace

}  // namespace hrefkit::site
