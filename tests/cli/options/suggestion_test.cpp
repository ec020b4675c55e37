#include "hrefkit/cli/options/suggestion.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::cli {

namespace {

TEST_CASE("the closest word is suggested, when it is close", "[suggestion]") {
  const std::vector<std::string> known{"resolve", "rewrite", "base", "check", "url"};
  CHECK(closest("resolv", known) == "resolve");
  CHECK(closest("reslove", known) == "resolve");
  CHECK(closest("rewrit", known) == "rewrite");
  CHECK(closest("bse", known) == "base");
  CHECK(closest("urls", known) == "url");
  CHECK(closest("chek", known) == "check");
  CHECK(closest("", known) == "");
  CHECK(closest("x", known) == "");
  CHECK(closest("foo", known) == "");
  CHECK(closest("links", known) == "");
  CHECK(closest(std::string(1'000'000, 'x'), known) == "");
  CHECK(closest("resolve", {}) == "");
}

}  // namespace

}  // namespace hrefkit::cli
