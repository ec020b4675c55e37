// Covers: src/site/redirects/redirect_pattern.cpp
#include "hrefkit/site/redirects.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

/// The target of the rule that fits, or "-".
std::string target(Redirects const& redirects, std::string const& path,
                   std::string const& query = "", RedirectTurn turn = RedirectTurn::after_files) {
  const auto redirected = redirects.apply(path, query, turn);
  return redirected ? redirected->to : "-";
}

}  // namespace

TEST_CASE("rules are read as they are written") {
  const Redirects redirects(
      "# comment\n"
      "\n"
      "/a /b\r\n"
      "  /c\t/d  302!  # more\n"
      "/e f=:f g=1 /h 200 Country=at,de Language=de\n"
      "/only\n"
      "only /b\n"
      "/i https://h.example/ 308");
  REQUIRE(redirects.rules().size() == 4);
  CHECK(redirects.broken_lines().size() == 2);
  CHECK(redirects.has_forced());
  Redirect const& forced = redirects.rules()[1];
  CHECK(forced.from == "/c");
  CHECK(forced.to == "/d");
  CHECK(forced.status == 302);
  CHECK(forced.forced);
  Redirect const& conditional = redirects.rules()[2];
  CHECK(conditional.parameters.size() == 2);
  CHECK(conditional.status == 200);
  CHECK(conditional.conditional);
  CHECK(redirects.rules()[3].to == "https://h.example/");
}

TEST_CASE("the first rule that fits counts") {
  const Redirects redirects(
      "/a /first\n"
      "/a /second\n"
      "/b/:x/:y /c/:y/:x\n"
      "/d/* /e/:splat?x=:splat\n"
      "/q id=:id /q/:id\n"
      "/q id=7 /never\n"
      "/q /none\n"
      "/sp%20ace /z\n"
      "/p https://h:81/:name\n"
      "http://old.example/* /never\n");
  CHECK(target(redirects, "/a") == "/first");
  CHECK(target(redirects, "/a/") == "/first");
  CHECK(target(redirects, "/a/b") == "-");
  CHECK(target(redirects, "/b/1/2") == "/c/2/1");
  CHECK(target(redirects, "/b/1") == "-");
  CHECK(target(redirects, "/d") == "/e/?x=");
  CHECK(target(redirects, "/d/f/g") == "/e/f/g?x=f/g");
  CHECK(target(redirects, "/q", "id=7") == "/q/7");
  CHECK(target(redirects, "/q", "other=7") == "/none");
  CHECK(target(redirects, "/sp%20ace") == "/z");
  CHECK(target(redirects, "/%61") == "/first");
  CHECK(target(redirects, "/p") == "https://h:81/:name");
  CHECK(target(redirects, "/old") == "-");
}

TEST_CASE("forced rules are asked before the files") {
  const Redirects redirects("/a /b\n/* /c 301!\n/d /e 302! Country=at\n");
  CHECK(target(redirects, "/a", "", RedirectTurn::before_files) == "/c");
  CHECK(target(redirects, "/a") == "/b");
}

TEST_CASE("a placeholder in the target is seen") {
  const auto has = [](std::string const& to) {
    return has_placeholder(Redirects("/a " + to + "\n").rules().front());
  };
  CHECK(has("/b/:splat"));
  CHECK(has("/b?x=:x"));
  CHECK(has("https://h.example/:x"));
  CHECK(!has("https://h.example:81/x"));
  CHECK(!has("/b"));
}

TEST_CASE("a splat takes what follows the beginning of a name") {
  const Redirects redirects(
      "/item-* /goods/:splat\n"
      "/a/b* /c:splat\n"
      "/d/* /e/:splat\n"
      "/:x/f /g/:x\n");
  CHECK(target(redirects, "/item-3") == "/goods/3");
  CHECK(target(redirects, "/item-3/4") == "/goods/3/4");
  CHECK(target(redirects, "/item-") == "/goods/");
  CHECK(target(redirects, "/item") == "-");
  CHECK(target(redirects, "/a/bc") == "/c:splat");  // a placeholder follows a slash
  CHECK(target(redirects, "/a") == "-");
  CHECK(target(redirects, "/d") == "/e/");
  CHECK(target(redirects, "/d/") == "/e/");
  CHECK(target(redirects, "/h/f") == "/g/h");
  CHECK(target(redirects, "/h") == "-");
  CHECK(target(redirects, "/h/f/i") == "-");
}

}  // namespace hrefkit::site
