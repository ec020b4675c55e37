#include "hrefkit/text/case_folding.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::text {

TEST_CASE("letters fold one by one, whatever their script") {
  struct Case {
    std::string a, b;
    bool equal;
  };
  const Case cases[] = {
      {"", "", true},
      {"Index.HTML", "index.html", true},
      {"Über.html", "über.html", true},
      {"ΣΊΣΥΦΟΣ", "σίσυφος", true},
      {"ЖУРНАЛ", "журнал", true},
      {"straße", "STRASSE", false},  // not one by one
      {"ü", "u\xCC\x88", false},
      {"é", "e", false},
      {"\xFCx", "\xFCX", true},
      {"\xFCx", "\xDCx", false},
  };
  for (Case const& c : cases) {
    INFO(c.a << " and " << c.b);
    CHECK(equals_ignoring_case(c.a, c.b) == c.equal);
    CHECK((fold_case(c.a) == fold_case(c.b)) == c.equal);
  }
}

}  // namespace hrefkit::text
