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
    CHECK((fold_case(c.a) == fold_case(c.b)) == c.equal);
  }
}

TEST_CASE("names in any normalization fold to the same") {
  CHECK(fold_name("U\xCC\x88"
                  "ber") == fold_name("\xC3\xBC"
                                      "BER"));
  CHECK(fold_name("Index.HTML") == "index.html");
  CHECK(fold_name("\xC3\xA9") != fold_name("e"));
  CHECK(fold_name("\xFCX") == "\xFCx");  // not UTF-8
}

TEST_CASE("upper case has Unicode's full mappings") {
  CHECK(to_upper("a-z") == "A-Z");
  CHECK(to_upper("éa") == "ÉA");
  CHECK(to_upper("straße") == "STRASSE");
  CHECK(to_upper("журнал") == "ЖУРНАЛ");
  CHECK(to_upper("").empty());
}

}  // namespace hrefkit::text
