#include "architecture/own_names.h"

#include <catch2/catch.hpp>

using namespace hrefkit::test;

TEST_CASE("a header's names are those of its declarations outside of types") {
  const DeclaredNames declared = declared_names(
      "#define HREFKIT_X(a) a\n"
      "namespace hrefkit {\n"
      "class Dom;\n"
      "struct Link {\n  int line = 0;\n};\n"
      "enum Code { done, failed };\n"
      "enum class Kind { image };\n"
      "using Links = std::vector<Link>;\n"
      "inline constexpr std::array<int, 2> limits{1, 2};\n"
      "extern const int most;\n"
      "template <typename T>\nT const* find(std::vector<T> const& all,\n             int key);\n"
      "/// find_nothing(int)\n"
      "}\n");
  CHECK(declared.names == std::set<std::string>{"HREFKIT_X", "Link", "Code", "done", "failed",
                                                "Kind", "Links", "limits", "most", "find"});
  CHECK(declared.forward == std::set<std::string>{"Dom"});
  CHECK_FALSE(declared.has_operator);
  CHECK(declared_names("bool operator==(Link a, Link b);\n").has_operator);
}

TEST_CASE("an include of our own of which no name is used is a violation") {
  const std::vector<RepositoryFile> files{
      {"src/text/a.h", "struct A {};\n", {}},
      {"src/text/b.h", "#include \"hrefkit/text/a.h\"\nstruct C;\nA b();\n", {}},
      {"src/text/c.h", "#include \"hrefkit/text/a.h\"\nstruct C {};\n", {}},
      {"src/text/b.cpp", "#include \"hrefkit/text/b.h\"\n#include \"hrefkit/text/c.h\"\n",
       "hrefkit/text/b.h"},
      {"tests/text/t.cpp", "#include \"hrefkit/text/a.h\"\n", {}}};
  const Violations violations = check_idle_own_includes(files);
  REQUIRE(violations.size() == 1);
  CHECK(describe(violations[0]) ==
        "src/text/c.h:1: uses no name of hrefkit/text/a.h, which it includes");
}
