#include "hrefkit/site/redirects/redirect_lines.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace hrefkit::site {

namespace {

/// What the rules make of a path: the target, or "-".
std::string answer_of(Redirects const& redirects, std::string const& path) {
  for (const RedirectTurn turn : {RedirectTurn::before_files, RedirectTurn::after_files}) {
    const auto found = redirects.apply(path, "", turn);
    if (!found) continue;
    return found->to + (turn == RedirectTurn::before_files ? " early" : "");
  }
  return "-";
}

/// The places and reasons of what the host drops, "LINE-AND-COLUMN text".
std::vector<std::string> ignored_in(std::string const& file, RedirectSyntax syntax) {
  std::vector<std::string> texts;
  const Redirects redirects(file, "https://h.example", syntax);
  for (IgnoredRule const& rule : redirects.ignored_rules()) {
    CHECK_FALSE(rule.why.empty());
    texts.emplace_back(rule.place.in(file));
  }
  CHECK(redirects.broken_lines().empty());
  return texts;
}

using Texts = std::vector<std::string>;

struct LineRequest {
  std::string path;
  std::string answer;
};

void check_lines(std::string const& file, RedirectSyntax syntax,
                 std::vector<LineRequest> const& requests) {
  const Redirects redirects(file, "https://h.example", syntax);
  for (auto const& [path, expected] : requests) {
    CAPTURE(path);
    CHECK(answer_of(redirects, path) == expected);
  }
}

}  // namespace

// cloudflare/workers-sdk, parseRedirects.ts, constructConfiguration.ts and rules-engine.ts.
TEST_CASE("Cloudflare asks the rules in their order, before the files, and paths exactly") {
  check_lines(
      "\xEF\xBB\xBF/first /1\r\n"
      "/a/b /exact 301\r\n"
      "/a/* /splat/:splat\r\n"
      "/a/c /behind-the-splat\r\n"
      "/slash/ /with 302 # comment\r\n"
      "/hash /to#part\n"
      "/blog/:year/:post /p/:post-:year\n"
      "no-slash /added\n"
      "/q?x=1 /query\n"
      "/in-*-name/x /n/:splat\n",
      RedirectSyntax::cloudflare,
      {
          {"/first", "/1 early"},
          {"/a/b", "/exact early"},
          {"/a/b/", "/splat/b early"},
          {"/a/c", "/splat/c early"},
          {"/a/", "/splat/ early"},
          {"/a", "-"},
          {"/slash/", "/with early"},
          {"/slash", "-"},
          {"/hash", "/to#part early"},
          {"/blog/24/x", "/p/x-24 early"},
          {"/blog/24/x/", "-"},
          {"/blog/24", "-"},
          {"/no-slash", "/added early"},
          {"/q", "/query early"},
          {"/in-a/b-name/x", "/n/a/b early"},
          {"/", "-"},
      });
}

TEST_CASE("Cloudflare drops lines") {
  const Texts lines{
      "/*  /index.html 200",
      "/* /index.html",
      "/x/* /x/index",
      "/ /index.html",
      "/folder/ /other/index",
      "/a /b 301!",
      "/a /b 404",
      "/a /b 200.5",
      "/a /b 301 Country=at",
      "/a id=:id /b 301",
      "/a",
      "https://h.example/a /b",
      "/a http://h.example/",
      "/a b",
      "/a https://other.example/ 200",
      "/a/*/b/* /c/:splat",
      "/:x/:x /c/:x",
      "/:splat/* /c",
      "/a #comment",
      "/" + std::string(2'000, 'a') + " /b",
  };
  for (std::string const& line : lines) {
    CAPTURE(line);
    CHECK(ignored_in("# comment\n \t\n" + line + "\n/fine /b\n", RedirectSyntax::cloudflare) ==
          Texts{line});
  }
  CHECK(ignored_in("/a /b\n/a /c\n/a /d 301\n", RedirectSyntax::cloudflare) ==
        Texts{"/a /c", "/a /d 301"});
  for (char const* fine :
       {"/x /index.html", "/* /x/indexes 200", "/* https://h.example/index.html", "/* /index.htm",
        "/a /b # more words of a comment", "/a https://h.example/:x"}) {
    CAPTURE(fine);
    CHECK(ignored_in(fine, RedirectSyntax::cloudflare).empty());
  }
}

TEST_CASE("Cloudflare reads so many rules") {
  const auto read = [](int before, int dynamic, int after) {
    std::string file;
    for (int i = 0; i < before; ++i) file += "/s" + std::to_string(i) + " /x\n";
    for (int i = 0; i < dynamic; ++i) file += "/d" + std::to_string(i) + "/* /y\n";
    for (int i = 0; i < after; ++i) file += "/t" + std::to_string(i) + " /z\n";
    return Redirects(file, "", RedirectSyntax::cloudflare);
  };
  const Redirects both = read(2'003, 102, 0);
  CHECK(both.rules().size() == 2'100);
  REQUIRE(both.ignored_rules().size() == 2);
  CHECK(both.ignored_rules()[0].more == 2);
  CHECK(both.ignored_rules()[1].more == 1);
  CHECK(answer_of(both, "/s1999") == "/x early");
  CHECK(answer_of(both, "/s2000") == "-");
  CHECK(answer_of(both, "/d99/z") == "/y early");
  CHECK(answer_of(both, "/d100/z") == "-");
  // Behind a rule with a placeholder, each counts as one of these.
  const Redirects behind = read(0, 1, 100);
  CHECK(answer_of(behind, "/t98") == "/z early");
  CHECK(answer_of(behind, "/t99") == "-");
}

// gitlab-org/gitlab-pages, internal/redirects/matching_test.go.
TEST_CASE("GitLab Pages fits paths") {
  struct GitlabCase {
    std::string rule;
    std::string path;
    std::string answer;
  };
  for (auto const& [rule, path, expected] : std::vector<GitlabCase>{
           {"/foo/ /bar/", "/foo/", "/bar/"},
           {"/foo/ /bar/", "/foo", "/bar/"},
           {"/foo /bar/", "/foo/", "/bar/"},
           {"/foo /bar/", "/foo/bar", "-"},
           {"/foo/bar /baz/", "/foo//bar", "/baz/"},
           {"/Foo /bar/", "/fOO", "/bar/"},
           {"/foo/*/bar /foo/:splat/qux", "/foo/baz/bar", "/foo/baz/qux"},
           {"/foo/*/bar /foo/:splat/qux", "/foo/a/b/bar", "/foo/a/b/qux"},
           {"/foo/*/bar /foo/:splat/qux", "/foo/bar", "/foo//qux"},
           {"/foo/* /qux/:splat", "/foo/baz/bar/", "/qux/baz/bar/"},
           {"/foo/* /qux/:splat", "/foo", "/qux/"},
           {"/*/baz/bar /qux/:splat", "/foo/baz/bar", "/qux/foo"},
           {"/*/foo /qux/:splat", "/foo", "/qux/"},
           {"/foo*bar /qux/:splat", "/foobazbar", "-"},
           {"/foo*bar /qux/", "/foo*bar", "/qux/"},
           {"/* /qux/:splat", "/foo/bar", "/qux/foo/bar"},
           {"/foo/*/bar/*/baz /qux/:splat", "/foo/hello/bar/world/baz", "/qux/hello"},
           {"/foo/* /qux/:splat/:splat", "/foo/hello", "/qux/hello/hello"},
           {"/foo/ /qux/:splat", "/foo/", "/qux/"},
           {"/foo/:y/:m/:d/bar /qux/:y-:m-:d", "/foo/2021/08/16/bar", "/qux/2021-08-16"},
           {"/:p/foo /qux/:p", "/baz/foo", "/qux/baz"},
           {"/foo/:p/bar /foo/:p/qux", "/foo/hello/world/bar", "-"},
           {"/foo/:p /qux/:p", "/foo/", "-"},
           {"/foo:p /qux/:p", "/foorbar", "-"},
           {"/foo/:p /qux/bar:p", "/foo/baz", "/qux/barbaz"},
           {"/foo/:p/bar/:p/baz /qux/:p", "/foo/hello/bar/world/baz", "/qux/hello"},
           {"/foo/*/bar/:splat /qux/:splat", "/foo/hello/bar/world", "/qux/hello"},
           {"/foo/:a /qux/:b", "/foo/bar", "/qux/"},
           {"https://h.example/foo /bar", "/foo", "/bar"},
           {"https://other.example/foo /bar", "/foo", "-"},
           {"/foo https://other.example:8443/:x/", "/foo", "https://other.example:8443//"},
       }) {
    CAPTURE(rule);
    check_lines(rule + " 302\n", RedirectSyntax::gitlab, {{path, expected}});
  }
}

// internal/redirects/validations.go.
TEST_CASE("GitLab Pages drops rules, or the file") {
  std::string deep;
  for (int i = 0; i < 26; ++i) deep += "/a";
  for (auto const& [line, place] : std::vector<std::pair<std::string, std::string>>{
           {"/a /b 404", "404"},
           {"/a /b 308", "308"},
           {"/a /b 301!", "301!"},
           {"/a /b 302 Country=de", "Country=de"},
           {"/a b.html", "/a b.html"},
           {"a /b", "a /b"},
           {"/a //h.example/", "/a //h.example/"},
           {"/a ../b", "/a ../b"},
           {deep + " /b", deep + " /b"},
           {"/a https://h.example/ 200", "/a https://h.example/ 200"},
       }) {
    CAPTURE(line);
    const std::string file = line + "\n# c\n/fine /b\n";
    CHECK(ignored_in(file, RedirectSyntax::gitlab) == Texts{place});
    check_lines(file, RedirectSyntax::gitlab, {{"/a", "-"}, {"/fine", "/b"}});
  }
  for (auto const& [line, place] : std::vector<std::pair<std::string, std::string>>{
           {"/store id=:id /b", "/b"}, {"/a", "/a"}, {"/a /b # comment", "#"}, {"/a /b x", "x"}}) {
    CAPTURE(line);
    const std::string file = "/fine /b\n" + line + "\n/fine2 /b\n";
    CHECK(ignored_in(file, RedirectSyntax::gitlab) == Texts{place});
    check_lines(file, RedirectSyntax::gitlab, {{"/fine", "-"}, {"/fine2", "-"}});
  }
}

TEST_CASE("GitLab Pages reads so many rules and bytes") {
  std::string file;
  for (int i = 0; i < 1'003; ++i) file += "/s" + std::to_string(i) + " /x\n";
  const Redirects many(file, "", RedirectSyntax::gitlab);
  CHECK(many.rules().size() == 1'000);
  REQUIRE(many.ignored_rules().size() == 1);
  CHECK(many.ignored_rules()[0].more == 2);
  CHECK(answer_of(many, "/s999") == "/x");
  CHECK(answer_of(many, "/s1000") == "-");
  const Redirects large("/a /b\n# " + std::string(65'536, 'x'), "", RedirectSyntax::gitlab);
  CHECK(large.empty());
  CHECK(large.ignored_rules().size() == 1);
}

TEST_CASE("Netlify takes no rule for its own paths") {
  const std::string file = "/.netlify/x /b\n/fine /b\n";
  CHECK(ignored_in(file, RedirectSyntax::redirects) == Texts{"/.netlify/x /b"});
}

}  // namespace hrefkit::site
