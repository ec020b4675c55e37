#include "hrefkit/site/walk.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

namespace fs = std::filesystem;

/// What a walk gives, and what it reports.
struct Walked {
  std::vector<std::string> pages;
  std::vector<std::string> troubles;
};

Walked walk(std::string const& root, WalkOptions options = {}) {
  Walked walked;
  Walk walk(root, options);
  while (auto step = walk.next()) {
    if (auto const* trouble = std::get_if<InputError>(&*step)) {
      walked.troubles.push_back(trouble->path + ": " + trouble->why);
    } else {
      walked.pages.push_back(std::get<WalkedPage>(*step).path);
    }
  }
  return walked;
}

using Names = std::vector<std::string>;

TEST_CASE("a walk goes in the order of the bytes of names, folders among the files", "[walk]") {
  const test::TemporaryFolder folder;
  for (char const* name : {"site/b.html", "site/a/z.svg", "site/a/A.html", "site/a.html",
                           "site/Z.htm", "site/a/x/y/deep.xht", "site/c/not.txt", "site/\xFF.html",
                           "site/ü.html", "site/.hidden/h.html"}) {
    folder.write(name, "");
  }
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"Z.htm", "a/A.html", "a/x/y/deep.xht", "a/z.svg", "a.html", "b.html",
                              "ü.html", "\xFF.html"});
  CHECK(walked.troubles == Names{"site/.hidden/: is hidden"});
  CHECK(walk("site/").pages == walked.pages);
}

TEST_CASE("it is known what a walk reads", "[walk]") {
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

constexpr char const* loop = ": leads back into a folder that holds it; not followed";
constexpr char const* outside = ": leads out of the folder; not read";
constexpr char const* other_page = ": is a link to a page that is read under another name";
constexpr char const* other_folder = ": is a link to a folder that is read under another name";

TEST_CASE("a link to what is read anyway is not followed", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/v2/page.html", "");
  fs::create_directory_symlink("v2", "site/latest");
  fs::create_symlink("v2/page.html", "site/a.html");
  fs::create_directory_symlink("..", "site/v2/up");
  fs::create_directory_symlink(".", "site/v2/self");
  fs::create_directory_symlink("site", "root");
  for (std::string const root : {"site", "root"}) {
    const Walked walked = walk(root);
    CHECK(walked.pages == Names{"v2/page.html"});
    CHECK(walked.troubles == Names{root + "/a.html" + other_page, root + "/latest/" + other_folder,
                                   root + "/v2/self/" + loop, root + "/v2/up/" + loop});
  }
}

TEST_CASE("a link that leads out of the folder is followed on request, once", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/page.html", "");
  folder.write("out/in/deep.html", "");
  folder.write("out/b.html", "");
  fs::create_symlink("../out/b.html", "site/a.html");
  fs::create_directory_symlink("../out/in", "site/m");
  fs::create_directory_symlink("../out", "site/n");
  fs::create_directory_symlink("../out", "site/o");
  fs::create_directory_symlink("../site", "out/back");
  fs::create_symlink("../out/b.html", "site/z.html");

  Walked walked = walk("site");
  CHECK(walked.pages == Names{"page.html"});
  CHECK(walked.troubles == Names{std::string("site/a.html") + outside,
                                 std::string("site/m/") + outside, std::string("site/n/") + outside,
                                 std::string("site/o/") + outside,
                                 std::string("site/z.html") + outside});

  walked = walk("site", {.follow_outside = true});
  CHECK(walked.pages == Names{"a.html", "m/deep.html", "page.html"});
  CHECK(walked.troubles ==
        Names{"site/n/b.html: is read under the name of a link to it",
              std::string("site/n/back/") + loop, std::string("site/n/in/") + other_folder,
              std::string("site/o/") + other_folder, std::string("site/z.html") + other_page});
}

TEST_CASE("a link that is named like a page is read where its file is not", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/store/4f2a", "");
  fs::create_symlink("store/4f2a", "site/a.html");
  fs::create_symlink("store/4f2a", "site/b.html");
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"a.html"});
  CHECK(walked.troubles ==
        Names{std::string("site/b.html") + other_page, "site/store/4f2a: is of an unknown type"});
}

TEST_CASE("a file with two hard links has two places, and is read at both", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html", "");
  fs::create_hard_link("site/a.html", "site/b.html");
  CHECK(walk("site").pages == Names{"a.html", "b.html"});
  CHECK(walk("site").troubles.empty());
}

TEST_CASE("folders that link to each other are visited once each", "[walk]") {
  constexpr int count = 40;  // with 2 to the power of 40 ways
  const test::TemporaryFolder folder;
  for (bool const follow_outside : {false, true}) {
    const std::string place = follow_outside ? "out/" : "site/";
    for (int i = 0; i < count; ++i) {
      const std::string name = place + std::to_string(i);
      folder.write(name + "/page.html", "");
      for (char const* link : {"x", "y"}) {
        fs::create_directory_symlink("../" + std::to_string((i + 1) % count), name + "/" + link);
      }
    }
    if (follow_outside) fs::create_directory_symlink("../out/0", "site/way");
  }
  CHECK(walk("site").pages.size() == count);
  CHECK(walk("site", {.follow_outside = true}).pages.size() == 2 * count);
}

TEST_CASE("a link that leads to nothing is told where its name is a page's", "[walk]") {
  const test::TemporaryFolder folder;
  fs::create_directory("site");
  fs::create_symlink("nowhere", "site/page.html");
  fs::create_symlink("nowhere", "site/no-page");
  fs::create_symlink("self.html", "site/self.html");
  const Walked walked = walk("site");
  CHECK(walked.pages.empty());
  CHECK(walked.troubles == Names{"site/page.html: is a link that leads to nothing",
                                 "site/self.html: is a link that leads to nothing"});
}

FileRules rules(void (*set)(FileRules&)) {
  FileRules made;
  set(made);
  return made;
}

TEST_CASE("a walk tells what it passes over, but not what holds no links", "[walk]") {
  const test::TemporaryFolder folder;
  for (char const* name : {"site/a.html", "site/.a.html", "site/.git/x.html", "site/~$a.html",
                           "site/b.php", "site/logo.png", "site/README", "site/x.js",
                           "site/.DS_Store", "site/drafts/d.html", "site/en/drafts/e.html"}) {
    folder.write(name, "");
  }
  fs::create_symlink("me@host:1", "site/.#a.html");
  Walked walked = walk("site");
  CHECK(walked.pages == Names{"a.html", "drafts/d.html", "en/drafts/e.html"});
  CHECK(walked.troubles ==
        Names{"site/.#a.html: is an editor's lock file", "site/.a.html: is hidden",
              "site/.git/: is hidden", "site/README: is of an unknown type",
              "site/b.php: is of an unknown type", "site/~$a.html: is an editor's lock file"});

  walked = walk("site", {.files = rules([](FileRules& files) {
                           files.read_hidden();
                           files.add_extension("php", html::ContentType::html);
                           files.add_extension("", html::ContentType::html);
                           files.add_exclude("drafts/");
                         })});
  CHECK(walked.pages == Names{".a.html", ".git/x.html", "README", "a.html", "b.php"});
  CHECK(walked.troubles == Names{"site/.#a.html: is an editor's lock file",
                                 "site/drafts/: is excluded", "site/en/drafts/: is excluded",
                                 "site/~$a.html: is an editor's lock file"});

  walked = walk("site", {.files = rules([](FileRules& files) { files.add_include("/drafts"); })});
  CHECK(walked.pages == Names{"drafts/d.html"});
}

TEST_CASE("a link to what is passed over at its own place is read", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/.store/1/a.html", "");
  folder.write("site/.store/b.html", "");
  fs::create_directory_symlink(".store/1", "site/current");
  fs::create_directory_symlink(".store/1", "site/other");
  fs::create_symlink(".store/b.html", "site/b.html");
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"b.html", "current/a.html"});
  CHECK(walked.troubles ==
        Names{"site/.store/: is hidden", std::string("site/other/") + other_folder});
  CHECK_FALSE(is_walked("site/.store/1/new.html", "site"));
  CHECK_FALSE(is_walked("site/.new.html", "site"));
  CHECK(is_walked("site/.new.html", "site", rules([](FileRules& files) { files.read_hidden(); })));
  CHECK_FALSE(is_walked("site/a/new.html", "site",
                        rules([](FileRules& files) { files.add_exclude("a"); })));
}

TEST_CASE("nothing is read of an avoided folder, at its place and through links", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html", "");
  folder.write("site/out/b.html", "");
  folder.write("site/out/sub/c.html", "");
  folder.write("site/outer/d.html", "");
  fs::create_directory_symlink("site", "name");
  fs::create_directory_symlink("out", "site/to_out");
  fs::create_directory_symlink("out/sub", "site/to_sub");
  fs::create_directory_symlink("outer", "site/to_outer");
  for (std::string const root : {"site", "site/", "./name", "name/"}) {
    for (std::string const avoided : {"site/out", "name/out/", "site/to_out"}) {
      CAPTURE(root, avoided);
      CHECK(walk(root, {.avoided = avoided}).pages == Names{"a.html", "outer/d.html"});
    }
    CHECK(walk(root, {.avoided = "name"}).pages.empty());
    CHECK(walk(root, {.avoided = "."}).pages.empty());
    CHECK(walk(root, {.avoided = "site/ou"}).pages ==
          Names{"a.html", "out/b.html", "out/sub/c.html", "outer/d.html"});
  }
}

TEST_CASE("a deep folder is walked and read within the time of its size", "[walk]") {
  const test::TemporaryFolder folder;
  constexpr int depth = 1'900;
  std::string path = "site";
  for (int i = 0; i < depth; ++i) {
    fs::create_directory(path);
    folder.write(path + "/z.html", "");  // comes after the folder beside it
    path += "/d";
  }
  std::size_t read = 0;
  const auto walk_and_read = [&] {
    Walk walk("site");
    std::string bytes;
    while (const auto step = walk.next()) {
      auto const& page = std::get<WalkedPage>(*step);
      if (page.folder->read(page.place, bytes)) ++read;
    }
    if (read != depth) std::abort();
  };
  if (!test::can_measure_cost()) return walk_and_read();
  const test::RunCost cost = test::cost_of(walk_and_read);
  CHECK(cost.succeeded());
#ifdef HREFKIT_FALLBACKS
  WARN("SKIPPED: this build opens each folder by its path, which takes the square of the depth");
#else
  CHECK(cost.seconds <= test::allowed_seconds(0));
#endif
}

TEST_CASE("what is named like a page but is not a file is reported, not opened", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("site/b.html/page.html", "");  // a folder may be named so
  REQUIRE(::mkfifo("site/a.html", 0600) == 0);
  const Walked walked = walk("site");
  CHECK(walked.pages == Names{"b.html/page.html"});
  CHECK(walked.troubles == Names{"site/a.html: is not a regular file"});
}

TEST_CASE("a folder that cannot be read is reported", "[walk]") {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  CHECK(walk("file").troubles == Names{"file: Not a directory"});
  CHECK(walk("missing").troubles == Names{"missing: No such file or directory"});
}

}  // namespace

}  // namespace hrefkit::site
