#include "hrefkit/site/path_parts.h"

#include <catch2/catch.hpp>

using namespace hrefkit::site;

TEST_CASE("a path is its folder with the slash, and its name") {
  struct Row {
    std::string_view folder;
    std::string_view name;
  };
  for (Row const& row :
       {Row{"", ""}, Row{"", "a"}, Row{"/", ""}, Row{"/", "a"}, Row{"a/b/", "c"}, Row{"a//", ""}}) {
    const std::string path = std::string(row.folder) + std::string(row.name);
    CAPTURE(path);
    CHECK(folder_part(path) == row.folder);
    CHECK(name_part(path) == row.name);
  }
}

TEST_CASE("a name joins its folder with one slash") {
  CHECK(join_path("a", "b") == "a/b");
  CHECK(join_path("a/", "b/c") == "a/b/c");
  CHECK(join_path("/", "b") == "/b");
}
