// The rules of the rooms on planted files.
#include "architecture/rooms.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

RepositoryFile file(std::string path, std::vector<std::string> const& included,
                    std::string own_header = {}) {
  std::string text;
  for (std::string const& name : included) text += "#include \"hrefkit/" + name + "\"\n";
  return {std::move(path), text, std::move(own_header)};
}

}  // namespace

TEST_CASE("a face belongs to the room of its source") {
  const std::vector<RepositoryFile> files{
      file("html/srcset.h", {}),
      file("html/values/srcset.cpp", {"html/srcset.h"}, "hrefkit/html/srcset.h"),
      file("html/find_links.h", {}),
      file("html/find_links.cpp", {"html/find_links.h"}, "hrefkit/html/find_links.h"),
      file("README.md", {}),
  };
  CHECK(room_of("html/srcset.h", files) == "html/values");
  CHECK(room_of("html/values/srcset.cpp", files) == "html/values");
  CHECK(room_of("html/find_links.cpp", files) == "html/find_links");
  CHECK(room_of("README.md", files).empty());
}

TEST_CASE("rooms stand one above the other") {
  std::vector<RepositoryFile> files{
      file("html/names/tag.h", {"text/span.h"}),
      file("html/dom/dom.cpp", {"html/names/tag.h", "html/dom/node.h"}),
      file("html/scan/page.cpp", {"html/dom/node.h", "html/names/tag.h"}),
      file("html/dom/node.h", {}),
      file("src/text/span.h", {}),
  };
  const auto levels = room_levels(room_graph(files));
  CHECK(levels.at("html/names") == 0);
  CHECK(levels.at("html/dom") == 1);
  CHECK(levels.at("html/scan") == 2);
  CHECK(check_rooms(room_graph(files)).empty());

  files.push_back(file("html/names/odd.cpp", {"html/scan/page.h"}));
  files.push_back(file("html/scan/page.h", {}));
  const Violations found = check_rooms(room_graph(files));
  REQUIRE(found.size() == 4);  // each arrow among the three rooms
  CHECK(describe(found[1]).find("html/names/odd.cpp:1") != std::string::npos);
}

}  // namespace hrefkit::test
