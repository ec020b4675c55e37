#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr char const* many_kinds = R"(<!doctype html>
<link rel=stylesheet href=s.css><link rel=icon href=i.ico>
<script src=s.js></script>
<a href=x>1</a> <a href="./x">2</a> <a href="http://[">3</a> <a href="http://[">4</a>
<img src=p.png longdesc=d.html> <blockquote cite=c>q</blockquote>
<svg><linearGradient href="#g"/></svg>
<template><a href=inert>t</a></template>
<noscript><a href=fallback>n</a></noscript>
<meta property="og:image" content="og.png">
)";

/// What `resolve` prints of the page with these options: after "p.html:".
std::string selected(std::vector<std::string> options) {
  const TemporaryFolder folder;
  folder.write("p.html", many_kinds);
  options.insert(options.begin(), "resolve");
  options.insert(options.end(), {"--url", "http://a.example/", "p.html"});
  const CliResult result = run_cli(options);
  CHECK(result.err == "");
  std::string rows;
  for (std::size_t begin = 0; begin < result.out.size();) {
    const std::size_t end = result.out.find('\n', begin);
    const std::size_t row = result.out.find(": ", begin) + 2;
    rows += result.out.substr(row, end + 1 - row);
    begin = end + 1;
  }
  return rows;
}

constexpr char const* all = R"(link[href] s.css -> http://a.example/s.css
link[href] i.ico -> http://a.example/i.ico
script[src] s.js -> http://a.example/s.js
a[href] x -> http://a.example/x
a[href] ./x -> http://a.example/x
a[href] http://[ -> unresolvable: invalid-ipv6
a[href] http://[ -> unresolvable: invalid-ipv6
img[src] p.png -> http://a.example/p.png
img[longdesc] d.html -> http://a.example/d.html
blockquote[cite] c -> http://a.example/c
linearGradient[href] #g -> http://a.example/#g
a[href] fallback -> http://a.example/fallback
)";

TEST_CASE("without options all links are selected", "[resolve][selection]") {
  CHECK(selected({}) == all);
}

TEST_CASE("--kinds selects by what a link is for", "[resolve][selection]") {
  CHECK(selected({"--kinds", "stylesheet"}) == "link[href] s.css -> http://a.example/s.css\n");
  const std::string two =
      "script[src] s.js -> http://a.example/s.js\n"
      "blockquote[cite] c -> http://a.example/c\n";
  CHECK(selected({"--kinds", "cite,script"}) == two);
  CHECK(selected({"--kinds", "cite", "--kinds=script"}) == two);
  CHECK(selected({"--kinds", "media"}) == "");
}

TEST_CASE("--elements selects by name, in any case", "[resolve][selection]") {
  CHECK(selected({"--elements", "script,LINEARgradient"}) ==
        "script[src] s.js -> http://a.example/s.js\n"
        "linearGradient[href] #g -> http://a.example/#g\n");
  CHECK(selected({"--elements", "img", "--kinds", "image"}) ==
        "img[src] p.png -> http://a.example/p.png\n");
}

TEST_CASE("--unique gives each URL where it is first met, over all inputs",
          "[resolve][selection]") {
  CHECK(selected({"--unique", "--elements", "a"}) ==
        "a[href] x -> http://a.example/x\n"
        "a[href] http://[ -> unresolvable: invalid-ipv6\n"
        "a[href] http://[ -> unresolvable: invalid-ipv6\n"
        "a[href] fallback -> http://a.example/fallback\n");
  const TemporaryFolder folder;
  folder.write("s/1.html", "<a href=http://b.example/1><a href=http://b.example/2>");
  folder.write("s/2.html", "<a href=http://b.example/2><a href=http://b.example/3>");
  CHECK(run_cli({"resolve", "--unique", "s"}).out ==
        "s/1.html:1:9: a[href] http://b.example/1 -> http://b.example/1\n"
        "s/1.html:1:36: a[href] http://b.example/2 -> http://b.example/2\n"
        "s/2.html:1:36: a[href] http://b.example/3 -> http://b.example/3\n");
  const CliResult json = run_cli({"resolve", "--unique", "--format", "json", "s"});
  CHECK(std::count(json.out.begin(), json.out.end(), '{') == 3);
  CHECK(json.out.ends_with("}\n]\n"));
}

TEST_CASE("--templates adds what is inert", "[resolve][selection]") {
  CHECK(selected({"--templates", "--elements", "a"}).find("a[href] inert -> ") !=
        std::string::npos);
}

TEST_CASE("--scripting takes noscript content for text", "[resolve][selection]") {
  CHECK(selected({"--scripting"}).find("fallback") == std::string::npos);
}

TEST_CASE("--also adds what is no link by itself", "[resolve][selection]") {
  CHECK(selected({"--also", "meta", "--elements", "meta"}) ==
        "meta[content] og.png -> http://a.example/og.png\n");
}

TEST_CASE("--fail-on unresolvable tells by the exit code", "[resolve][selection]") {
  const TemporaryFolder folder;
  folder.write("good.html", "<a href=x>");
  folder.write("bad.html", "<a href='http://['><img src=x>");
  folder.write("reserved.html", "<a href=about:legacy-compat>");
  folder.write("upper.html", "<a href=ABOUT:srcdoc>");
  CHECK(run_cli({"resolve", "--fail-on", "unresolvable", "good.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "--fail-on", "unresolvable", "good.html", "bad.html"}).exit_code == 1);
  CHECK(run_cli({"resolve", "--fail-on", "unresolvable", "reserved.html"}).exit_code == 1);
  for (char const* standard : {"whatwg", "whatwg-2012", "html5", "web-address"}) {
    CAPTURE(standard);
    const CliResult reserved = run_cli({"resolve", "--fail-on", "unresolvable", "--standard",
                                        standard, "--format", "jsonl", "upper.html"});
    CHECK(reserved.exit_code == 1);
    CHECK(reserved.out.find(",\"reserved\":true") != std::string::npos);
  }
  CHECK(run_cli({"resolve", "bad.html"}).exit_code == 0);
  // Only what is selected counts, and an unreadable input weighs more.
  CHECK(run_cli({"resolve", "--fail-on", "unresolvable", "--elements", "img", "bad.html"})
            .exit_code == 0);
  CHECK(run_cli({"resolve", "--fail-on", "unresolvable", "bad.html", "missing"}).exit_code == 2);
}

TEST_CASE("--standard says how references are read", "[resolve][selection]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href='a|b'>");
  const auto url = [](char const* standard) {
    return run_cli({"resolve", "--standard", standard, "--url", "http://a.example/", "a.html"}).out;
  };
  CHECK(url("whatwg") == "a.html:1:10: a[href] a|b -> http://a.example/a|b\n");
  CHECK(url("whatwg-2012") == "a.html:1:10: a[href] a|b -> http://a.example/a|b\n");
  CHECK(url("html5") == "a.html:1:10: a[href] a|b -> http://a.example/a%7Cb\n");
  CHECK(url("web-address") == "a.html:1:10: a[href] a|b -> http://a.example/a%7Cb\n");
}

TEST_CASE("--xml-base says whether xml:base counts", "[resolve][selection]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<div xml:base=/x/><a href=y></a><svg xml:base=/z/><a href=y>");
  const auto urls = [](char const* when) {
    return run_cli({"resolve", "--xml-base", when, "--url", "http://a.example/", "--elements", "a",
                    "a.html"})
        .out;
  };
  CHECK(urls("on") ==
        "a.html:1:27: a[href] y -> http://a.example/x/y\n"
        "a.html:1:59: a[href] y -> http://a.example/z/y\n");
  CHECK(urls("namespaced") ==
        "a.html:1:27: a[href] y -> http://a.example/y\n"
        "a.html:1:59: a[href] y -> http://a.example/z/y\n");
  CHECK(urls("off") ==
        "a.html:1:27: a[href] y -> http://a.example/y\n"
        "a.html:1:59: a[href] y -> http://a.example/y\n");
}

}  // namespace

}  // namespace hrefkit::test
