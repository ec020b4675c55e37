#include "hrefkit/site/sources/source_tree.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "hrefkit/site/sources/source_finder.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// What a tree has reported, a line each.
struct TreeFaults {
  std::string text;
  SourceReport report = [this](std::string const& path, std::string const& why) {
    text += path + ' ' + why + '\n';
  };
};

/// The paths of the files with spaces between.
std::string source_paths(std::vector<std::string> const& folders, std::string const& build,
                         TreeFaults& faults) {
  const SourceTree tree = SourceTree::read(folders, build, faults.report);
  std::string paths;
  for (SourceFile const& file : tree.files()) {
    if (!paths.empty()) paths += ' ';
    paths += file.path;
  }
  return paths;
}

}  // namespace

TEST_CASE("SourceTree: files in the order of their names, with their kinds") {
  const test::TemporaryFolder folder;
  folder.write("docs/b.md", "");
  folder.write("docs/a/z.rst", "");
  folder.write("docs/a.html", "");
  folder.write("docs/picture.png", "");
  TreeFaults faults;
  CHECK(source_paths({"docs"}, "public", faults) ==
        "docs/a.html docs/b.md docs/picture.png docs/a/z.rst");
  CHECK(faults.text.empty());
  CHECK(source_kind_of("a.MD") == SourceKind::markdown);
  CHECK(source_kind_of("a.png") == SourceKind::none);
  CHECK(source_kind_of("README") == SourceKind::none);
  CHECK(makes_pages(SourceKind::notebook));
  CHECK_FALSE(makes_pages(SourceKind::data));
}

TEST_CASE("SourceTree: what programs keep, and the build, is no source") {
  const test::TemporaryFolder folder;
  folder.write("a.md", "");
  folder.write("node_modules/x/README.md", "");
  folder.write("resources/_gen/x.md", "");
  folder.write("resources/x.md", "");
  folder.write("my_gen/x.md", "");
  folder.write("public/index.html", "");
  TreeFaults faults;
  CHECK(source_paths({"."}, "public", faults) == "a.md my_gen/x.md resources/x.md");
  CHECK(faults.text.empty());
}

TEST_CASE("SourceTree: a folder of sources in the build has none") {
  const test::TemporaryFolder folder;
  folder.write("public/a/a.md", "");
  TreeFaults faults;
  CHECK(source_paths({"public", "public/a"}, "public", faults).empty());
  CHECK(faults.text ==
        "public is the folder that is checked: none of its files is a source\n"
        "public/a lies in the folder that is checked: none of its files is a source\n");
}

TEST_CASE("SourceTree: a file in two folders is one source") {
  const test::TemporaryFolder folder;
  folder.write("docs/a/x.md", "");
  folder.write("docs/y.md", "");
  TreeFaults faults;
  CHECK(source_paths({"docs", "docs/a"}, "public", faults) == "docs/y.md docs/a/x.md");
  CHECK(faults.text == "docs/a lies in another folder of --sources: its files count once\n");
}

TEST_CASE("SourceTree: links to folders are not followed, links to files are") {
  const test::TemporaryFolder folder;
  folder.write("docs/a.md", "");
  folder.write("elsewhere/b.md", "");
  std::filesystem::create_directory_symlink("..", "docs/loop");
  std::filesystem::create_symlink("../elsewhere/b.md", "docs/b.md");
  TreeFaults faults;
  CHECK(source_paths({"docs"}, "public", faults) == "docs/a.md docs/b.md");
}

TEST_CASE("SourceTree: folders without sources are named") {
  const test::TemporaryFolder folder;
  folder.write("docs/a.png", "");
  folder.write("a.md", "");
  TreeFaults faults;
  CHECK(source_paths({"docs"}, "public", faults) == "docs/a.png");
  CHECK(faults.text == "docs has no file that is a source of pages\n");
  CHECK(fault_of_source_folders(std::vector<std::string>{"docs"}).empty());
  CHECK(fault_of_source_folders(std::vector<std::string>{"docs", "a.md"}) ==
        "the folder of sources a.md is not a folder");
  CHECK(fault_of_source_folders(std::vector<std::string>{"nowhere"}) ==
        "the folder of sources nowhere does not exist");
}

}  // namespace hrefkit::site
