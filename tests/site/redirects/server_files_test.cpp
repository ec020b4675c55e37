// Redirects in the files of Apache HTTP Server and nginx.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/redirects.h"

using namespace hrefkit::site;

namespace {

/// Where a path is led, or "-".
std::string led(Redirects const& rules, std::string_view path) {
  for (const RedirectTurn turn : {RedirectTurn::before_files, RedirectTurn::after_files}) {
    const auto found = rules.apply(path, "", turn);
    if (!found) continue;
    Redirect const& rule = rules.rules()[found->rule];
    return std::to_string(rule.status) + (found->to.empty() ? "" : " ") + found->to;
  }
  return "-";
}

struct Row {
  std::string text;
  std::string path;
  std::string expected;
};

void check_rows(RedirectSyntax syntax, std::vector<Row> const& rows) {
  for (Row const& row : rows) {
    INFO(row.text << "  " << row.path);
    CHECK(led(Redirects(row.text, {}, syntax), row.path) == row.expected);
  }
}

}  // namespace

TEST_CASE("the redirects of Apache") {
  check_rows(
      RedirectSyntax::apache,
      {
          {"Redirect permanent /a.html /b.html", "/a.html", "301 /b.html"},
          {"Redirect /a /b", "/a", "302 /b"},
          {"Redirect /a /b", "/a/x.html", "302 /b/x.html"},
          {"Redirect /a /b", "/ab", "-"},
          {"Redirect /a/ /b/", "/a/x", "302 /b/x"},
          {"redirectpermanent /a https://h.example/b", "/a", "301 https://h.example/b"},
          {"RedirectTemp /a /b", "/a", "302 /b"},
          {"Redirect 308 /a /b", "/a", "308 /b"},
          {"Redirect gone /a", "/a", "410"},
          {"# Redirect /a /b\n", "/a", "-"},
          {"Redirect permanent \\\n /a \\\n /b\n", "/a", "301 /b"},
          {"RedirectMatch permanent \"^/a\\.html$\" \"/b c.html\"", "/a.html", "301 /b%20c.html"},
          {"RedirectMatch permanent \"^/a\\.html$\" \"/b.html\"", "/axhtml", "-"},
          {"RedirectMatch ^/a/(.*)\\.htm$ /b/$1.html", "/a/x/y.htm", "302 /b/x/y.html"},
          {"RedirectMatch permanent \"^/a(?:/(?:index\\.html)?)?$\" /b/", "/a/", "301 /b/"},
          {"RedirectMatch permanent \"^/a(?:/(?:index\\.html)?)?$\" /b/", "/a/index.html",
           "301 /b/"},
          {"RedirectMatch permanent ^/old(.*) /new", "/x/old", "-"},
          {"RedirectMatch permanent old /new", "/x/old", "301 /new"},
          {"RedirectMatch permanent \"^/ä$\" \"/50%\\$1\"", "/%C3%A4", "301 /50%25%241"},
          {"<IfModule mod_alias.c>\nRedirect /a /b\n</IfModule>", "/a", "302 /b"},
          {"RewriteRule ^a$ b\nRedirect /a /b", "/a", "302 /b"},
      });
  const Redirects broken("Redirect /a\nRedirect permanent a /b\nRedirectMatch ^/a$ b\n", {},
                         RedirectSyntax::apache);
  CHECK(broken.broken_lines().size() == 3);
  const Redirects conditional("<If \"x\">\nRedirect /a /b\n</If>\nRedirect /c /d\n", {},
                              RedirectSyntax::apache);
  CHECK(conditional.rules()[0].conditional);
  CHECK_FALSE(conditional.rules().back().conditional);
}

TEST_CASE("the redirects of nginx") {
  check_rows(
      RedirectSyntax::nginx,
      {
          {"location = /a.html { return 301 /b.html; }", "/a.html", "301 /b.html"},
          {"location = /a.html { return 301 /b.html$is_args$args; }", "/a.html", "301 /b.html"},
          {"location = /a { return 301 $scheme://$host/b; }", "/a", "301 /b"},
          {"location = /a { return 301 https://n.example$request_uri; }", "/a",
           "301 https://n.example/a"},
          {"location = \"/a b\" { return 301 /c; }", "/a%20b", "301 /c"},
          {"location = \"/a\\\"b\" { return 301 /c; }", "/a%22b", "301 /c"},
          {"location /old/ { return 301 /new/; }", "/old/x", "301 /new/"},
          {"location /old/ { return 301 /new/; }", "/older", "-"},
          {"location ^~ /old/ { rewrite \"^/old/(.*)$\" /new/$1 permanent; }", "/old/a/b",
           "301 /new/a/b"},
          {"rewrite ^/a$ /b redirect;", "/a", "302 /b"},
          {"rewrite ^/a$ /b last;", "/a", "-"},
          {"location ~ ^/u/(\\d+)$ { return 301 /user/$1; }", "/u/7", "301 /user/7"},
          {"map $uri $to { default \"\"; /a /b; ~^/c/(.*)$ /d/$1; }", "/a", "301 /b"},
          {"map $uri $to { default \"\"; /a /b; ~^/c/(.*)$ /d/$1; }", "/c/x", "301 /d/x"},
          {"map $http_host $to { /a /b; }", "/a", "-"},
          {"location = /a { return 410; }", "/a", "410"},
          {"location /a { return 302 /p; } location = /a { return 301 /e; }", "/a", "301 /e"},
          {"location / { return 302 /p; } location /a/ { return 301 /l; }", "/a/x", "301 /l"},
          {"# location = /a { return 301 /b; }\n", "/a", "-"},
          {"location = /a { proxy_pass http://x; }", "/a", "-"},
          {"location = /a { return 301 $target; }", "/a", "301 /__/"},
          {"server { location = /a { return 301 /b; } }", "/a", "301 /b"},
      });
  const Redirects conditional("location = /a { if ($x) { return 301 /b; } }", {},
                              RedirectSyntax::nginx);
  REQUIRE(conditional.rules().size() == 1);
  CHECK(conditional.rules()[0].conditional);
}

TEST_CASE("the syntax of a file of a server") {
  CHECK(redirect_syntax_of(".htaccess", "") == RedirectSyntax::apache);
  CHECK(redirect_syntax_of("old.htaccess", "") == RedirectSyntax::apache);
  CHECK(redirect_syntax_of("r.conf", "# x\nRedirect /a /b\n") == RedirectSyntax::apache);
  CHECK(redirect_syntax_of("r.conf", "# x\n\nlocation = /a { return 301 /b; }\n") ==
        RedirectSyntax::nginx);
  CHECK(redirect_syntax_of("r.conf", "map $uri $to {\n") == RedirectSyntax::nginx);
  CHECK(redirect_syntax_of("list", "Redirect /a /b\n") == RedirectSyntax::redirects);
}

TEST_CASE("every text is a file of a server") {
  const std::string marks = "\\\"'{};#$ \n<>/a~^(";
  std::string text;
  std::uint32_t state = 1;
  for (int i = 0; i < 3000; ++i) {
    state = state * 1664525 + 1013904223;
    text += marks[(state >> 16) % marks.size()];
    if (i % 50 == 0) text += i % 100 == 0 ? "\nRedirectMatch " : "\nlocation ";
  }
  for (const RedirectSyntax syntax : {RedirectSyntax::apache, RedirectSyntax::nginx}) {
    const Redirects rules(text, {}, syntax);
    CHECK(led(rules, "/none-has-this").size() < 4096);
  }
}
