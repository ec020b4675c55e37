// Lines of `_headers` that Netlify and Cloudflare drop, as the tests of their own parsers have
// them.
#include "hrefkit/site/redirects/header_lines.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

using site::RedirectSyntax;

/// "line: why", one a line, by the place in the text.
std::string ignored(std::string const& text, RedirectSyntax syntax) {
  std::string found;
  for (site::IgnoredRule const& rule : site::find_ignored_header_lines(text, syntax)) {
    found += std::string(rule.place.in(text)) + ": " + std::string(rule.why) + "\n";
  }
  return found;
}

std::string ignored_by_netlify(std::string const& text) {
  return ignored(text, RedirectSyntax::headers);
}

std::string ignored_by_cloudflare(std::string const& text) {
  return ignored(text, RedirectSyntax::cloudflare_headers);
}

const std::string good =
    "\xEF\xBB\xBF# comment\n/a\n  X-A: b:c\n\n/docs/*\r\n\tLink: </a.css>; rel=preload\r\n";

}  // namespace

TEST_CASE("lines of _headers that hosts apply are not told") {
  CHECK(ignored_by_netlify(good).empty());
  CHECK(ignored_by_cloudflare(good).empty());
  CHECK(ignored_by_cloudflare("/a\n  ! X-B\nhttps://h.example/:p\n  X-A: b\n").empty());
  CHECK(ignored_by_netlify("/*/x/*\n  X-A: b\n/b\n").empty());
}

TEST_CASE("lines of _headers that Netlify drops") {
  CHECK(ignored_by_netlify("X-A: b\n/a\nX-B\n: b\nX-C:\n") ==
        "X-A: b: Netlify drops a field without a path before it\n"
        "X-B: the line is neither a path nor a field, and Netlify drops it\n"
        ": b: Netlify drops a field without a name\n"
        "X-C:: Netlify drops a field without a value\n");
}

TEST_CASE("lines of _headers that Cloudflare drops") {
  CHECK(ignored_by_cloudflare("c\nX-A: b\n/a\nX-B\nX C: d\n: b\nX-C:\nX-D: e\n") ==
        "c: Cloudflare takes a path that begins with / first\n"
        "X-A: b: Cloudflare drops a field without a path before it\n"
        "X-B: Cloudflare takes fields alone below a path: a name, a colon, a value\n"
        "X C: d: Cloudflare takes no field with a space in its name\n"
        ": b: Cloudflare drops a field without a name\n"
        "X-C:: Cloudflare drops a field without a value\n");
  CHECK(ignored_by_cloudflare("/a\n/b/*/c/*\nX-A: b\nhttp://h.example/\nhttps://h.example:8080/a\n"
                              "/b/*/:splat\n") ==
        "/a: Cloudflare drops a path without fields\n"
        "/b/*/c/*: Cloudflare takes one * in a path\n"
        "X-A: b: Cloudflare drops a field without a path before it\n"
        "http://h.example/: Cloudflare takes paths that begin with / and https URLs only\n"
        "https://h.example:8080/a: Cloudflare takes no URL with a port\n"
        "/b/*/:splat: Cloudflare takes no :splat beside a *, which is called so\n");
  const std::string value(1'995, 'x');
  CHECK(ignored_by_cloudflare("/a\nX: " + value + "yy\n").empty());
  CHECK(ignored_by_cloudflare("/a\nX: b\nX: " + value + "yyy\n").find("2,000 characters") !=
        std::string::npos);
}

TEST_CASE("Cloudflare reads 100 rules of _headers before the one that it reads") {
  std::string text;
  for (std::size_t i = 0; i < 101; ++i) text += "/" + std::to_string(i) + "\n X: y\n";
  CHECK(ignored_by_cloudflare(text).empty());
  CHECK(ignored_by_cloudflare(text + "/101\n X: y\n/102\n").empty() == false);
  CHECK(ignored_by_netlify(text + "/101\n X: y\n").empty());
}

}  // namespace hrefkit::test
