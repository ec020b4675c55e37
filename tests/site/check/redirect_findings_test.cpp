#include "hrefkit/site/check/redirect_findings.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/site/check.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

struct RedirectResult {
  std::string rows;  ///< FILE:LINE:COLUMN RULE and, for `_redirects`, the message
  CheckSummary summary;
};

RedirectResult run(CheckOptions const& options = {}, std::string const& url = default_site_url) {
  const auto site = Site::read({.root = ".", .url = url});
  REQUIRE(site);
  RedirectResult result;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    const bool is_rule = finding.file == "./_redirects";
    result.rows += std::string(finding.file.substr(2)) + ":" + std::to_string(finding.line) + ":" +
                   std::to_string(finding.column) + " " + std::string(name(finding.rule)) +
                   (is_rule ? ": " + std::string(finding.message) : "") + "\n";
    return true;
  }};
  result.summary = check(*site, options, sink);
  return result;
}

/// A page with one link a line, from the second line on.
std::string page(std::initializer_list<std::string> links) {
  std::string text = "<!doctype html><meta charset=utf-8>\n";
  for (std::string const& link : links) text += "<a href='" + link + "'>x</a>\n";
  return text;
}

std::string loop(std::string const& place) {
  return place + " redirect-loop";
}

}  // namespace

TEST_CASE("a redirect to a local address is told") {
  const test::TemporaryFolder folder;
  folder.write("index.html", page({"/"}));
  folder.write("_redirects",
               "/a http://localhost:8888/\n"
               "/api/* http://127.0.0.1/:splat 200\n"
               "/b https://h.example/\n"
               "/c https://app.localhost/x\n");
  const std::string local = " local-address: 'http://localhost:8888/' points to localhost";
  const RedirectResult result = run();
  CHECK(result.rows.find("_redirects:1:4" + local) == 0);
  CHECK(result.summary.errors == 3);
  CHECK(result.summary.external == 1);
  const auto told_in = [](CheckOptions const& options, std::string const& url) {
    return run(options, url).rows.find("local-address") != std::string::npos;
  };
  CHECK_FALSE(told_in({}, "http://127.0.0.2/"));
  CheckOptions off;
  off.severities.set(Rule::local_address, Severity::off);
  CHECK_FALSE(told_in(off, default_site_url));
  CHECK(run(off).summary.external == 3);
}

TEST_CASE("redirects are reported where their file is") {
  const test::TemporaryFolder folder;
  folder.write("_redirects", "/old /gone.html\nno rule\n");
  folder.write("index.html", page({"/old"}));
  const auto with = [](bool is_reported) {
    return run({.is_reported = [is_reported](std::string_view path) {
      return path != "_redirects" || is_reported;
    }});
  };
  CHECK(with(true).summary.errors == 3);
  CHECK(with(true).summary.links == 2);
  CHECK(with(false).rows == "index.html:2:10 redirect-broken\n");
  CHECK(with(false).summary.links == 1);
}

TEST_CASE("names that are escaped in a link are found behind a splat") {
  const test::TemporaryFolder folder;
  folder.write("_redirects", "/old/* /new/:splat\n/p/:name /new/:name\n");
  for (const std::string name : {"what?.html", "a#b.html", "%41.html", "a%2Fb.html"}) {
    folder.write("new/" + name, "");
  }
  folder.write("index.html",
               page({"/old/what%3F.html", "/old/a%23b.html", "/old/%2541.html", "/old/a%252Fb.html",
                     "/p/what%3F.html", "/p/%2541.html", "/old/A.html"}));
  CHECK(run().rows == "index.html:8:10 redirect-broken\n");
}

TEST_CASE("a path may be served as it is") {
  const test::TemporaryFolder folder;
  folder.write("_redirects",
               "/admin/* 200\n"
               "/same /same 200\n"
               "/app/* /app/index.html 200\n"
               "/to /admin/gone\n"
               "/forced/* 200! Role=admin\n"
               "/forced/* /login 401!\n"
               "/* /index.html\n");
  folder.write("admin/here.html", "");
  folder.write("forced/here.html", "");
  folder.write("index.html", page({"/admin/here.html", "/admin/gone", "/same", "/app/x", "/to",
                                   "/elsewhere", "/forced/here.html", "/forced/gone"}));
  CHECK(run().rows ==
        "_redirects:2:7 redirect-broken: '/same': the redirect leads to same, which does not "
        "exist\n"
        "_redirects:3:8 redirect-broken: '/app/index.html': the redirect leads to app/index.html, "
        "which does not exist\n"
        "_redirects:4:5 redirect-broken: '/admin/gone': the redirect leads to admin/gone, which "
        "does not exist\n"
        "_redirects:7:1 catch-all: '/* /index.html': 1 link works by this rule alone: it answers "
        "every address, so missing pages are not found\n"
        "index.html:3:10 missing-file\n"
        "index.html:4:10 missing-file\n"
        "index.html:5:10 redirect-broken\n"
        "index.html:6:10 redirect-broken\n"
        "index.html:9:10 missing-file\n");
}

TEST_CASE("columns in the first line do not count a byte order mark") {
  const test::TemporaryFolder folder;
  folder.write("_redirects", "\xEF\xBB\xBF/old /gone.html\n/new /index.html\nx\n");
  folder.write("index.html", page({"/new"}));
  CHECK(run().rows ==
        "_redirects:1:6 redirect-broken: '/gone.html': the redirect leads to gone.html, which "
        "does not exist\n"
        "_redirects:3:1 redirect-broken: 'x': this line is not a redirect: PATH TARGET STATUS\n");
  folder.write("_redirects", "\xEF\xBB\xBF/new /index.html\n");
  CHECK(run().rows.empty());
}

TEST_CASE("rules for the site's own host count") {
  const test::TemporaryFolder folder;
  folder.write("_redirects",
               "https://h.example/a /index.html 301\n"
               "http://H.example:80/b/* https://h.example/index.html?:splat 301\n"
               "https://h.example /index.html\n"
               "https://other.example/c /index.html\n");
  folder.write("index.html", page({"/a", "/b/x", "/c"}));
  CHECK(run({}, "https://h.example/").rows == "index.html:4:10 missing-file\n");
}

TEST_CASE("redirects that come back, and redirects without end") {
  const test::TemporaryFolder folder;
  std::string rules = "/a /b\n/b /a\n/grow/* /grow/x/:splat\n";
  for (int i = 0; i < 25; ++i) {
    rules += "/c" + std::to_string(i) + " /c" + std::to_string(i + 1) + "\n";
  }
  folder.write("_redirects", rules + "/c25 /index.html\n");
  folder.write("index.html", page({"/a", "/grow/1", "/c0", "/c5", "/c6"}));
  const auto back = [](std::string const& target) {
    return ": '" + target + "': the redirects from here form a loop\n";
  };
  const auto on = [](std::string const& target) {
    return ": '" + target + "': more than 20 redirects follow each other from here\n";
  };
  CHECK(run().rows == loop("_redirects:1:4") + back("/b") + loop("_redirects:2:4") + back("/a") +
                          loop("_redirects:4:5") + on("/c1") + loop("_redirects:5:5") + on("/c2") +
                          loop("_redirects:6:5") + on("/c3") + loop("_redirects:7:5") + on("/c4") +
                          loop("_redirects:8:5") + on("/c5") + loop("index.html:2:10") + "\n" +
                          loop("index.html:3:10") + "\n" + loop("index.html:4:10") + "\n" +
                          loop("index.html:5:10") + "\n");
}

TEST_CASE("services of the host are no files") {
  const test::TemporaryFolder folder;
  folder.write("_redirects",
               "/api /.netlify/functions/api 200\n"
               "/api/* /.netlify/functions/:splat 200\n"
               "/hidden /.well-known/x\n");
  folder.write("index.html",
               page({"/api", "/api/x", "/_vercel/insights/script.js", "/__/firebase/init.js",
                     "/cdn-cgi/image/width=80/a.png", "/.auth/login/github", "/.netlify/images"}));
  CHECK(run().rows ==
        "_redirects:3:9 redirect-broken: '/.well-known/x': the redirect leads to .well-known/x, "
        "which does not exist\n");
}

}  // namespace hrefkit::site
