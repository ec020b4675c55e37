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
  CHECK(closest("bas", known) == "base");
  CHECK(closest("ur", known) == "");  // too short
  CHECK(closest("chck", known) == "check");
  CHECK(closest("chk", known) == "");  // two changes of a short word
  CHECK(closest("reslvo", known) == "resolve");
  CHECK(closest("reslxx", known) == "");  // three of a long one
  // Hyphens at the start are no letters.
  CHECK(closest("--files", std::vector<std::string>{"--rules"}) == "");
  CHECK(closest("--mode", std::vector<std::string>{"--color", "--move"}) == "--move");
  CHECK(closest(std::string(1'000'000, 'x'), known) == "");
  CHECK(closest("resolve", {}) == "");
  // What is only begun, where one name begins so.
  const std::vector<std::string> hosts{"github-pages", "cloudflare-pages", "vercel", "azure"};
  CHECK(closest("github", hosts) == "github-pages");
  CHECK(closest("cloudflare", hosts) == "cloudflare-pages");
  CHECK(closest("git", hosts) == "");
  CHECK(closest("", hosts) == "");
  const std::vector<std::string> rules{"missing-file", "missing-index", "duplicate-id"};
  CHECK(closest("missing", rules) == "");
  CHECK(closest("duplicate", rules) == "duplicate-id");
}

}  // namespace

}  // namespace hrefkit::cli
