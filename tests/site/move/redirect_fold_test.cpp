// Rules for whole folders, and their text in each format.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/move/redirect_fold.h"
#include "hrefkit/site/move/redirect_text.h"

using namespace hrefkit::site;

namespace {

using Rules = std::vector<std::string>;

/// "from to" of each rule, where `left` and `now` are what OLD and NEW have besides.
Rules folded(std::vector<MoveRule> moves, std::vector<std::string> left = {},
             std::vector<std::string> now = {}) {
  std::vector<std::string> there;
  for (MoveRule const& move : moves) there.push_back(move.to);
  there.insert(there.end(), now.begin(), now.end());
  std::sort(now.begin(), now.end());
  std::sort(left.begin(), left.end());
  std::vector<bool> joined;
  Rules rules;
  for (MoveRule const& rule : fold_moves(moves,
                                         {left, now,
                                          [&](std::string_view path) {
                                            return std::find(there.begin(), there.end(), path) !=
                                                   there.end();
                                          }},
                                         joined)) {
    rules.push_back(rule.from + (rule.is_folder ? "* " : " ") + rule.to);
  }
  return rules;
}

}  // namespace

TEST_CASE("three addresses of a folder make one rule") {
  const std::vector<MoveRule> moves{{"/a/1", "/b/1"}, {"/a/2", "/b/2"}, {"/a/x/3", "/b/x/3"}};
  CHECK(folded(moves) == Rules{"/a/* /b/"});
  CHECK(folded({moves.begin(), moves.begin() + 2}) == Rules{"/a/1 /b/1", "/a/2 /b/2"});
  // A file that is nowhere, or has moved along, and one of NEW in the folder.
  CHECK(folded(moves, {"/a/i.png"}).size() == 3);
  CHECK(folded(moves, {"/a/i.png"}, {"/b/i.png"}) == Rules{"/a/* /b/"});
  CHECK(folded(moves, {}, {"/a/new"}).size() == 3);
  CHECK(folded(moves, {"/ab/i.png"}, {"/a0"}) == Rules{"/a/* /b/"});
}

TEST_CASE("a page that went elsewhere keeps its own rule") {
  CHECK(folded({{"/a/1", "/b/1"}, {"/a/2", "/b/2"}, {"/a/3", "/b/3"}, {"/a/4", "/else"}}) ==
        Rules{"/a/4 /else", "/a/* /b/"});
  // Not if most went elsewhere.
  CHECK(folded({{"/a/1", "/b/1"}, {"/a/2", "/c/2"}, {"/a/3", "/d/3"}}).size() == 3);
}

TEST_CASE("the highest folder is joined, and folders below one that is not") {
  CHECK(folded({{"/a/x/1", "/b/x/1"}, {"/a/x/2", "/b/x/2"}, {"/a/y/1", "/b/y/1"}}) ==
        Rules{"/a/* /b/"});
  CHECK(folded({{"/a/x/1", "/b/x/1"},
                {"/a/x/2", "/b/x/2"},
                {"/a/x/3", "/b/x/3"},
                {"/a/y", "/q"},
                {"/a/z", "/r"},
                {"/c", "/d"}},
               {}, {"/a/there"}) == Rules{"/a/y /q", "/a/z /r", "/c /d", "/a/x/* /b/x/"});
}

TEST_CASE("rules as each format writes them") {
  const MoveRule page{"/a%20b.html", "/c%20d.html"};
  const MoveRule folder{"/a/", "/b/", true};
  CHECK(rule_text(RedirectFormat::gitlab, page) == "/a%20b.html /c%20d.html 301\n");
  CHECK(rule_text(RedirectFormat::cloudflare, folder) == "/a/* /b/:splat 301\n");
  CHECK(rule_text(RedirectFormat::netlify, {"/:a/*", "/b:c"}) == "/%3Aa/%2A /b%3Ac 301\n");
  CHECK(rule_text(RedirectFormat::firebase, page) ==
        "{\"source\": \"/a%20b.html\", \"destination\": \"/c%20d.html\", \"type\": 301}");
  CHECK(rule_text(RedirectFormat::firebase, folder) ==
        "{\"regex\": \"^/a/(.*)$\", \"destination\": \"/b/:1\", \"type\": 301}");
  CHECK(rule_text(RedirectFormat::azure, page) ==
        "{\"route\": \"/a%20b.html\", \"redirect\": \"/c%20d.html\", \"statusCode\": 301}");
  CHECK(rule_text(RedirectFormat::azure, folder).empty());
  CHECK(rule_text(RedirectFormat::nginx, {"/a%22%5C%0Ab", "/c$d"}) ==
        "location = \"/a\\\"\\\\\\nb\" { return 301 \"/c%24d$is_args$args\"; }\n");
  CHECK(rule_text(RedirectFormat::apache, {"/a/index.html", "/50%25$1"}) ==
        "RedirectMatch permanent \"^/a(?:/(?:index\\.html)?)?$\" \"/50%\\$1\"\n");
  CHECK(rule_text(RedirectFormat::vercel, {"/(a)", "/b"}) ==
        "{\"source\": \"/\\\\(a\\\\)\", \"destination\": \"/b\", \"permanent\": true}");
  CHECK(stub_page("a&b.html", "") ==
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<title>This page has moved</title>\n"
        "<meta http-equiv=\"refresh\" content=\"0; url=a&amp;b.html\">\n"
        "<p>This page has moved: <a href=\"a&amp;b.html\">a&amp;b.html</a></p>\n");
}
