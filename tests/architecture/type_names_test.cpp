// The rule of the tests on planted files.
#include "architecture/type_names.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("two types of one name in a namespace are a violation") {
  const std::string place = "namespace hrefkit::site {\n\nclass Place {\n};\n}\n";
  std::vector<RepositoryFile> files{
      {"src/site/place.h", place},
      {"src/site/later.h", "namespace hrefkit::site {\nclass Place;\n}\n"},
      {"src/site/inner.h", "namespace hrefkit::site {\nclass A {\n  struct Place {\n};\n};\n}\n"},
      {"src/url/place.h", "namespace hrefkit::url {\nstruct Place {\n};\n}\n"},
  };
  CHECK(check_type_names(files).empty());

  files.push_back(
      {"src/site/check/place.h", "namespace hrefkit::site {\nenum class Place : char {\n"});
  const Violations found = check_type_names(files);
  REQUIRE(found.size() == 1);
  CHECK(describe(found.front()) ==
        "src/site/check/place.h:2: defines hrefkit::site::Place, as src/site/place.h does");
}

}  // namespace hrefkit::test
