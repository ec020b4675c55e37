#include "hrefkit/site/redirects.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>

namespace hrefkit::site {

namespace {

/// The target of the rule that fits, or "-".
std::string target(Redirects const& redirects, std::string const& path,
                   std::string const& query = "", RedirectTurn turn = RedirectTurn::after_files) {
  const auto redirected = redirects.apply(path, query, turn);
  return redirected ? redirected->to : "-";
}

}  // namespace

template <typename Owner>
concept gives_rules = requires(Owner&& owner) {
  std::forward<Owner>(owner).rules();
};
template <typename Owner>
concept gives_broken_lines = requires(Owner&& owner) {
  std::forward<Owner>(owner).broken_lines();
};
static_assert(gives_rules<Redirects const&> && !gives_rules<Redirects>);
static_assert(gives_broken_lines<Redirects const&> && !gives_broken_lines<Redirects>);

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

TEST_CASE("a rule without a target serves the path itself") {
  const Redirects redirects(
      "/admin/* 200\n"
      "/* 200! Role=a\n"
      "/b/* 301\n"
      "/c 200\n"
      "/d/*\n"
      "/e/* 301 /f\n");
  REQUIRE(redirects.rules().size() == 2);
  CHECK(redirects.broken_lines().size() == 4);
  CHECK(redirects.rules()[0].forward);
  CHECK(redirects.rules()[0].status == 200);
  CHECK(redirects.rules()[1].forced);
  CHECK(redirects.rules()[1].conditional);
  CHECK(target(redirects, "/admin/a%3Fb") == "/admin/a%3Fb");
  CHECK(target(redirects, "/other/x") == "/other/x");
}

TEST_CASE("a byte order mark is no part of the first rule") {
  const Redirects redirects("\xEF\xBB\xBF/a /b\n");
  REQUIRE(redirects.rules().size() == 1);
  CHECK(redirects.rules()[0].line == text::Span{3, 8});
  CHECK(target(redirects, "/a") == "/b");
}

TEST_CASE("a path with the site's own host is a path") {
  const std::string rules =
      "https://h.example/a /1\nhttp://H.EXAMPLE/b/* /2\nhttps://h.example:443/c /3\n"
      "https://h.example /4\nhttps://h.example:8443/e /5\nhttps://www.h.example/f /6\n";
  const Redirects redirects(rules, "https://h.example");
  CHECK(target(redirects, "/a") == "/1");
  CHECK(target(redirects, "/b/x") == "/2");
  CHECK(target(redirects, "/c") == "/3");
  CHECK(target(redirects, "/") == "/4");
  CHECK(target(redirects, "/e") == "-");
  CHECK(target(redirects, "/f") == "-");
  CHECK(target(Redirects(rules), "/a") == "-");
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
    const Redirects redirects("/a " + to + "\n");
    return has_placeholder(redirects.rules().front());
  };
  CHECK(has("/b/:splat"));
  CHECK(has("/b?x=:x"));
  CHECK(has("https://h.example/:x"));
  CHECK(!has("https://h.example:81/x"));
  CHECK(!has("/b"));
  CHECK(!has("/wiki/Talk:Page"));  // nothing of that name in the path
}

TEST_CASE("a placeholder beside text in the target is seen when the rule knows it") {
  const auto has = [](std::string const& rule) {
    const Redirects redirects(rule + "\n");
    return has_placeholder(redirects.rules().front());
  };
  CHECK(has("/a/* /pre-:splat"));
  CHECK(has("/:year/:month /blog-:year-:month.html"));
  CHECK(has("/a id=:id /b-:id"));
  CHECK(!has("/:Pag /wiki/Talk:Page"));
  CHECK(!has("/:x https://h.example:8080/x"));
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
  CHECK(target(redirects, "/a/bc") == "/cc");
  CHECK(target(redirects, "/a") == "-");
  CHECK(target(redirects, "/d") == "/e/");
  CHECK(target(redirects, "/d/") == "/e/");
  CHECK(target(redirects, "/h/f") == "/g/h");
  CHECK(target(redirects, "/h") == "-");
  CHECK(target(redirects, "/h/f/i") == "-");
}

TEST_CASE("what is captured is percent-encoded again") {
  const Redirects redirects(
      "/old/* /new/:splat\n"
      "/p/:x /q/:x.html\n"
      "/query/* /s?q=:splat&r=1#:splat\n"
      "/shop id=:id /goods/:id\n"
      "/fill/:x /%41/:x\n"
      "/a%2Fb /slash\n");
  CHECK(target(redirects, "/old/what%3F.html") == "/new/what%3F.html");
  CHECK(target(redirects, "/old/a%23b/c%20d") == "/new/a%23b/c%20d");
  CHECK(target(redirects, "/old/%2541.html") == "/new/%2541.html");
  CHECK(target(redirects, "/old/a%2Fb") == "/new/a%2Fb");
  CHECK(target(redirects, "/old/a%252Fb") == "/new/a%252Fb");
  CHECK(target(redirects, "/old/%") == "/new/%25");
  CHECK(target(redirects, "/p/%C3%A9") == "/q/%C3%A9.html");
  CHECK(target(redirects, "/p/\xC3\xA9") == "/q/%C3%A9.html");
  CHECK(target(redirects, "/query/a&b=c+d/e%3F") == "/s?q=a%26b%3Dc%2Bd/e%3F&r=1#a&b=c+d/e%3F");
  CHECK(target(redirects, "/shop", "id=a%3Fb") == "/goods/a%3Fb");
  CHECK(target(redirects, "/fill/x") == "/%41/x");
  CHECK(target(redirects, "/a%2Fb") == "/slash");
  CHECK(target(redirects, "/a/b") == "-");
}

TEST_CASE("a splat stands anywhere in a path") {
  const Redirects redirects(
      "/x/*/deep /deep/:splat\n"
      "/news/*.html /posts/:splat\n"
      "/foo*/bar /foo/:splat\n"
      "/two/*/and/* /two/:splat\n"
      "/*/:id/end /end/:splat/:id\n"
      "/*0/escape /escape/:splat\n");
  CHECK(target(redirects, "/x/zzz") == "-");
  CHECK(target(redirects, "/x/deep") == "-");
  CHECK(target(redirects, "/x/1/deep") == "/deep/1");
  CHECK(target(redirects, "/x/1/2/deep/") == "/deep/1/2");
  CHECK(target(redirects, "/x/deep/deep") == "/deep/deep");
  CHECK(target(redirects, "/x/1/deep/2") == "-");
  CHECK(target(redirects, "/news/a.html") == "/posts/a");
  CHECK(target(redirects, "/news/a/b.html") == "/posts/a/b");
  CHECK(target(redirects, "/news/.html") == "/posts/");
  CHECK(target(redirects, "/news/a.htm") == "-");
  CHECK(target(redirects, "/news") == "-");
  CHECK(target(redirects, "/foo/bar") == "/foo/");
  CHECK(target(redirects, "/food/bar") == "/foo/d");
  CHECK(target(redirects, "/food/1/bar") == "/foo/d/1");
  CHECK(target(redirects, "/fo/bar") == "-");
  CHECK(target(redirects, "/two/1/and/2") == "-");
  CHECK(target(redirects, "/two/1/and/*") == "/two/1");
  CHECK(target(redirects, "/1/2/3/end") == "/end/1/2/3");
  CHECK(target(redirects, "/3/end") == "-");
  CHECK(target(redirects, "/100/escape") == "/escape/10");
  CHECK(target(redirects, "/1%20/escape") == "-");  // the 0 is part of the escape
}

TEST_CASE("placeholders stand beside text") {
  const Redirects redirects(
      "/articles/:year-:month /a/:year/:month\n"
      "/goods/item-:id.html /i/:id\n"
      "/posts/:day/:title /blog-:day-:title.html\n"
      "/port/:x https://h.example:8080/:x\n"
      "/both/:a:b /both/:a/:b\n"
      "/:1/:/x /literal\n"
      "/unknown/:x /u/:y/:xy\n");
  CHECK(target(redirects, "/articles/2020-01") == "/a/2020/01");
  CHECK(target(redirects, "/articles/2020-01-02") == "/a/2020-01/02");
  CHECK(target(redirects, "/articles/2020-") == "-");
  CHECK(target(redirects, "/articles/-01") == "-");
  CHECK(target(redirects, "/articles/2020") == "-");
  CHECK(target(redirects, "/goods/item-7.html") == "/i/7");
  CHECK(target(redirects, "/goods/item-.html") == "-");
  CHECK(target(redirects, "/goods/item-7.htm") == "-");
  CHECK(target(redirects, "/posts/3/new") == "/blog-3-new.html");
  CHECK(target(redirects, "/port/1") == "https://h.example:8080/1");
  CHECK(target(redirects, "/both/xy%20") == "/both/xy/%20");
  CHECK(target(redirects, "/both/%20") == "-");
  CHECK(target(redirects, "/:1/:/x") == "/literal");
  CHECK(target(redirects, "/unknown/1") == "/u/:y/:xy");
}

}  // namespace hrefkit::site
