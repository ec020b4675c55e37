#include "hrefkit/site/place.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

TEST_CASE("a path is below a folder by whole names", "[place]") {
  CHECK(path_below("/a/b/c", "/a") == "b/c");
  CHECK(path_below("/a", "/a") == "");
  CHECK(path_below("/a/b", "/") == "a/b");
  CHECK_FALSE(path_below("/ab", "/a"));
  CHECK_FALSE(path_below("/a", "/a/b"));
  CHECK_FALSE(path_below("/a", ""));
}

TEST_CASE("a real path has no links and no slash at its end", "[place]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories("a/b");
  std::filesystem::create_directory_symlink("a/b", "link");
  folder.write("a/x.html", "");
  std::string const& here = folder.path();
  struct Case {
    std::string path;
    std::string real;
  };
  for (const PathEnd end : {PathEnd::exists, PathEnd::may_be_missing}) {
    for (auto const& [path, real] :
         {Case{"a/b", here + "/a/b"}, Case{"a/b/", here + "/a/b"}, Case{"a/b//", here + "/a/b"},
          Case{"a/b/.", here + "/a/b"}, Case{"link/", here + "/a/b"}, Case{"link", here + "/a/b"},
          Case{"link/../x.html", here + "/a/x.html"}, Case{here + "/link/", here + "/a/b"},
          Case{".", here}, Case{"./", here}, Case{"/", "/"}, Case{"//", "/"}, Case{"/.", "/"}}) {
      CAPTURE(path, end == PathEnd::exists);
      CHECK(real_path(path, end) == real);
    }
  }
  CHECK(real_path("link/new/", PathEnd::may_be_missing) == here + "/a/b/new");
  CHECK(real_path("new/x.html", PathEnd::may_be_missing) == here + "/new/x.html");
  CHECK(real_path("gone").error() == "No such file or directory");
}

TEST_CASE("only a relative path needs the working folder", "[place]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory("gone");
  std::filesystem::current_path("gone");
  std::filesystem::remove(folder.path() + "/gone");
  CHECK(real_path("/") == "/");
  CHECK(real_path(folder.path() + "/x/", PathEnd::may_be_missing) == folder.path() + "/x");
  CHECK_FALSE(real_path("x", PathEnd::may_be_missing));
  std::filesystem::current_path(folder.path());
}

TEST_CASE("a path is made absolute and normal", "[place]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories("a/b/c");
  std::filesystem::create_directory_symlink("a/b", "link");
  std::string const& here = folder.path();
  struct Case {
    std::string path;
    std::string absolute;
  };
  for (auto const& [path, absolute] :
       {Case{"x", here + "/x"}, Case{"./x//y/", here + "/x/y"}, Case{".", here}, Case{"", here},
        Case{"/", "/"}, Case{"//a/./b", "/a/b"}, Case{"/../..", "/"}, Case{"a/../x", here + "/x"},
        Case{"link/c", here + "/link/c"},         // a link stays
        Case{"link/../b", here + "/a/b"},         // but not where `..` comes behind it
        Case{"link/../gone", here + "/gone"}}) {  // nothing there: the text counts
    CAPTURE(path);
    CHECK(absolute_path(path) == absolute);
  }
}

TEST_CASE("a path below a folder", "[place]") {
  const test::TemporaryFolder folder;
  folder.write("pub/a/x.html", "");
  folder.write("public/y.html", "");
  std::filesystem::create_symlink("pub/a/x.html", "current.html");
  std::filesystem::create_symlink("../public/y.html", "pub/y.html");
  const Place place("pub");
  CHECK(place.relative("pub/a/x.html") == "a/x.html");
  CHECK(place.relative("pub/not/there") == "not/there");
  CHECK(place.relative("pub") == "");
  CHECK(place.relative("pub/") == "");
  CHECK(place.relative("current.html") == "a/x.html");  // the file has an address, the link none
  CHECK(place.relative("pub/y.html") == "y.html");      // a link in the folder is at its own place
  CHECK_FALSE(place.relative("public/y.html"));
  CHECK_FALSE(place.relative("."));
  CHECK(Place("/").relative("/a/b") == "a/b");
  CHECK(Place("missing").relative("missing/x") == "x");
}

}  // namespace

}  // namespace hrefkit::site
