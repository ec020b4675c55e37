// The rule of the tests on planted files.
#include "architecture/coverage.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("every source file has a test that answers for it") {
  const std::string mark = "// Covers";
  std::vector<RepositoryFile> files{
      {"src/url/host/ipv4.cpp", ""},
      {"tests/url/host/ipv4_test.cpp", ""},
      {"html/dom/dom.cpp", ""},
      {"html/names/tag_name.cpp", ""},
      {"tests/html/dom/dom_mutation_test.cpp",
       mark + ": html/dom/dom.cpp html/names/tag_name.cpp\n"},
      {"samples/shorten.cpp", ""},
  };
  CHECK(check_coverage(files).empty());

  files.push_back({"html/dom/other.cpp", ""});
  CHECK(check_coverage(files).size() == 1);

  files.push_back({"tests/html/dom/third_test.cpp", "\n" + mark + ": html/gone.cpp\n"});
  const Violations found = check_coverage(files);
  REQUIRE(found.size() == 2);
  CHECK(describe(found.front()) ==
        "tests/html/dom/third_test.cpp:2: covers html/gone.cpp, which does not exist");
}

}  // namespace hrefkit::test
