#include "architecture/standard_names.h"

#include <catch2/catch.hpp>

using namespace hrefkit::test;

TEST_CASE("names of the standard library are found with their lines") {
  const auto names = standard_names(
      "std::string a;  // std::map\n"
      "auto b = \"std::set\"; std::vector<int> c(1'000);\n"
      "my_std::deque d; std::vector<int> e;\n");
  CHECK(names == std::map<std::string, std::size_t>{{"string", 1}, {"vector", 2}});
}

TEST_CASE("a name needs one of its headers") {
  CHECK(headers_of("hash") == std::set<std::string_view>{"functional", "string", "string_view"});
  CHECK(headers_of("size_t").empty());
}

TEST_CASE("a name that nothing includes is a violation") {
  const std::vector<RepositoryFile> files{
      {"src/text/a.h", "#include <vector>\n", {}},
      {"src/text/a.cpp", "#include \"hrefkit/text/a.h\"\nstd::vector<int> a;\n", {}},
      {"src/text/b.cpp", "#include \"hrefkit/text/a.h\"\n\nstd::map<int, int> a;\n", {}},
      {"tests/text/c.cpp", "std::map<int, int> a;\n", {}}};
  const Violations violations = check_standard_names(files);
  REQUIRE(violations.size() == 1);
  CHECK(describe(violations[0]) == "src/text/b.cpp:3: uses std::map without including <map>");
}

TEST_CASE("an include of which nothing is used is a violation") {
  const std::vector<RepositoryFile> files{
      {"src/text/a.h", "#include <vector>\n", {}},
      {"src/text/a.cpp", "#include <dirent.h>\n#include <string>\nstd::string_view a;\n", {}},
      {"src/text/b.cpp", "#include <string>\nstd::string b;\n", {}}};
  const Violations violations = check_idle_includes(files);
  REQUIRE(violations.size() == 1);
  CHECK(describe(violations[0]) == "src/text/a.cpp:2: uses nothing of <string>, which it includes");
}
