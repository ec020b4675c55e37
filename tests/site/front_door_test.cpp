// The calls of hrefkit.h that rewrite pages and check folders.
#include <hrefkit/hrefkit.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_folder.h"

using namespace hrefkit;

namespace {

constexpr std::string_view address = "https://old.example/d/page.html";

}  // namespace

TEST_CASE("a page is rewritten in one call") {
  const std::vector<UrlChange> moves{{"https://old.example/", "https://new.example/docs/"}};
  const RewrittenPage page =
      rewrite("<a href='/x?a&amp;b'>\n<img src=y>", address, {.rebase = moves});
  REQUIRE(page.ok());
  CHECK(page.changed());
  CHECK(page.bytes() == "<a href='/docs/x?a&amp;b'>\n<img src=y>");
  REQUIRE(page.size() == 1);
  CHECK(page[0].element == "a");
  CHECK(page[0].attribute == "href");
  CHECK(page[0].offset == 9);
  CHECK(page[0].length == 10);
  CHECK(page[0].raw == "/x?a&amp;b");
  CHECK(page[0].value == "/docs/x?a&amp;b");
  CHECK(page[0].before == "https://old.example/x?a&b");
  CHECK(page[0].after == "https://new.example/docs/x?a&b");
  CHECK(page[0].reason == "rebase");
}

TEST_CASE("a page that does not change keeps its bytes") {
  const std::string bytes = "<a href=\xFF>\0<p";
  const RewrittenPage page = rewrite(bytes, address, {});
  REQUIRE(page.ok());
  CHECK_FALSE(page.changed());
  CHECK(page.bytes() == bytes);
  CHECK(page.empty());
}

TEST_CASE("a function answers where links lead") {
  std::vector<std::string> asked;
  const RewrittenPage page = rewrite("<a href=x>\n<a href=y>", address, {},
                                     [&](PageLink const& link) -> std::optional<std::string> {
                                       asked.push_back(link.url + " " + std::to_string(link.line));
                                       if (link.raw == "x") return "https://other.example/z";
                                       return std::nullopt;
                                     });
  REQUIRE(page.ok());
  CHECK(page.bytes() == "<a href=https://other.example/z>\n<a href=y>");
  REQUIRE(page.size() == 1);
  CHECK(page[0].reason == "function");
  CHECK(page.links() == 2);
  CHECK(page.changed_links() == 1);
  CHECK(page.unusable_answers() == 0);
  const RewrittenPage unusable = rewrite("<a href=x>", address, {}, [](PageLink const&) {
    return std::optional<std::string>("not absolute");
  });
  CHECK_FALSE(unusable.changed());
  CHECK(unusable.unusable_answers() == 1);
  REQUIRE(asked.size() >= 2);
  CHECK(asked[0] == "https://old.example/d/x 1");
  CHECK(asked[1] == "https://old.example/d/y 2");
}

TEST_CASE("a rewriter keeps nothing of its options, and moves") {
  Rewriter rewriter = [] {
    const std::string from = "https://old.example/a";
    const std::string to = "https://new.example/b";
    const std::string type = "text/html; charset=utf-8";
    const std::string kind = "hyperlink";
    const std::vector<UrlChange> map{{from, to}};
    const std::vector<std::string_view> kinds{kind};
    return Rewriter({.page = {.content_type = type, .kinds = kinds}, .map = map});
  }();
  REQUIRE(rewriter.ok());
  Rewriter moved = std::move(rewriter);
  CHECK(moved.rewrite("<a href=/a><img src=/a>", address).bytes() ==
        "<a href=https://new.example/b><img src=/a>");
  CHECK(moved.rewrite("<a href=a>", "https://old.example/").bytes() ==
        "<a href=https://new.example/b>");
  CHECK(moved.rewrite("", "page.html").error() == PageError::url);
}

TEST_CASE("forms, kept links and edits by option") {
  const std::string_view page = "<link rel=canonical href=https://old.example/d/c><a href=/d/x>";
  CHECK(rewrite(page, address, {.form = html::UrlForm::relative}).bytes() ==
        "<link rel=canonical href=https://old.example/d/c><a href=x>");
  CHECK(rewrite(page, address,
                {.form = html::UrlForm::relative, .keep = LinksToKeep{.canonical = false}})
            .bytes() == "<link rel=canonical href=c><a href=x>");
  const RewrittenPage bytes_alone =
      rewrite(page, address, {.form = html::UrlForm::relative, .edits = false});
  CHECK(bytes_alone.changed());
  CHECK(bytes_alone.empty());
}

TEST_CASE("rules that cannot be used are refused") {
  struct Case {
    UrlChange map;
    UrlChange rebase;
    PageError error;
  };
  const UrlChange fine{"https://a.example/", "https://b.example/"};
  const Case cases[] = {
      {{"a.example", "https://b.example/"}, fine, PageError::url},
      {fine, {"a.example", "https://b.example/"}, PageError::url},
      {fine, {"https://a.example/", "b.example"}, PageError::url},
      {fine, {"mailto:a@a.example", "https://b.example/"}, PageError::url},
  };
  for (Case const& c : cases) {
    CAPTURE(c.map.from, c.rebase.from, c.rebase.to);
    const std::vector<UrlChange> map{c.map};
    const std::vector<UrlChange> rebase{c.rebase};
    const Rewriter rewriter({.map = map, .rebase = rebase});
    CHECK(rewriter.error() == c.error);
    CHECK_FALSE(rewriter.message().empty());
    CHECK_THROWS_AS(rewriter.rewrite("", address), UnreadPage);
    CHECK(rewrite("", address, {.map = map, .rebase = rebase}).error() == c.error);
  }
  CHECK(Rewriter({.page = {.encoding = "klingon"}}).error() == PageError::encoding);
  CHECK(Rewriter({.new_url = "no"}).error() == PageError::url);
}

TEST_CASE("a folder is checked in one call") {
  const test::TemporaryFolder folder;
  folder.write("index.html", "<!doctype html><meta charset=utf-8>\n<a href=a.html>A</a>");
  folder.write("a.html", "<!doctype html><meta charset=utf-8>\n<a href=gone.html>?</a>");
  const CheckReport report = check(folder.path());
  REQUIRE(report.ok());
  REQUIRE(report.size() == 1);
  CHECK_FALSE(report.is_clean());
  CHECK(report.pages() == 2);
  CHECK(report.links() == 2);
  CHECK(report.errors() == 1);
  CHECK(report[0].rule == "missing-file");
  CHECK(report[0].severity == "error");
  CHECK(report[0].line == 2);
  CHECK(report[0].raw == "gone.html");
  CHECK(report[0].target == "gone.html");
  CHECK_FALSE(report[0].message.empty());

  const std::vector<CheckSetting> notes{{"severity", "missing-file=note"}};
  const CheckReport milder = check(folder.path(), {.settings = notes});
  CHECK(milder.size() == 1);
  CHECK(milder.is_clean());
}

TEST_CASE("a folder that cannot be checked, and settings that do not exist") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path();
  CHECK(check(path + "/none").error() == PageError::folder);
  CHECK(check(path).error() == PageError::folder);
  const std::vector<CheckSetting> cases[] = {{{"colour", "red"}},
                                             {{"severity", "missing-file=bad"}},
                                             {{"exclude-url", "x"}},
                                             {{"external", "check"}}};
  for (auto const& settings : cases) {
    CAPTURE(settings[0].name);
    const CheckReport report = check(path, {.settings = settings});
    CHECK(report.error() == PageError::option);
    CHECK(report.message().find(settings[0].name) != std::string::npos);
  }
  CHECK(check(path, {.site_url = "ftp://a.example/"}).error() == PageError::url);
}
