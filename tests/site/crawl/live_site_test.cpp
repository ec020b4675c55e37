#include "hrefkit/site/crawl/live_site.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/redirects.h"

namespace hrefkit::site {

namespace {

using Kind = OwnAnswer::Kind;

/// What one URL of a site answers: a path, and for redirects where it leads.
struct Planted {
  char const* path;
  Kind kind;
  char const* location = "";
  bool is_permanent = false;
};

constexpr char const* live_origin = "https://h.example";

std::shared_ptr<LiveSite> planted_site(std::vector<Planted> const& all) {
  auto live = std::make_shared<LiveSite>(live_origin, 20);
  for (Planted const& each : all) live->add(live_origin + std::string(each.path));
  for (Planted const& each : all) {
    const EntryId target = live->find(live_origin + std::string(each.path));
    OwnAnswer& answer = live->answer(target);
    answer.kind = each.kind;
    answer.is_permanent = each.is_permanent;
    if (*each.location == '\0') continue;
    const std::string location = *each.location == '/' ? live_origin + std::string(each.location)
                                                       : std::string(each.location);
    live->set_location(target, location);
    if (each.kind == Kind::redirect) {
      answer.to = live->find(location.substr(0, location.find('#')));
    }
  }
  live->finish();
  return live;
}

struct EndCase {
  char const* path;
  OwnEnd::Kind kind;
  char const* url = "";
  bool is_moved = false;
  char const* permanent_url = "";
};

struct LiveSuggestionCase {
  char const* path;
  char const* suggestion;  // null: none
  Nearness nearness = Nearness::spelling;
};

}  // namespace

TEST_CASE("redirects of a live site are followed", "[crawl]") {
  const auto live = planted_site({
      {"/", Kind::fine},
      {"/gone", Kind::refused},
      {"/fails", Kind::failed},
      {"/wall", Kind::blocked},
      {"/trap", Kind::not_asked},
      {"/folder", Kind::redirect, "/folder/", true},
      {"/folder?q", Kind::redirect, "/folder/?q", true},
      {"/folder/", Kind::fine},
      {"/folder/?q", Kind::fine},
      {"/old", Kind::redirect, "/", true},
      {"/now", Kind::redirect, "/", false},
      {"/older", Kind::redirect, "/old", true},
      {"/both", Kind::redirect, "/now", true},
      {"/late", Kind::redirect, "/old", false},
      {"/frag", Kind::redirect, "/#a", true},
      {"/frag2", Kind::redirect, "/old#b", false},
      {"/to-gone", Kind::redirect, "/gone", true},
      {"/to-fails", Kind::redirect, "/fails", false},
      {"/to-wall", Kind::redirect, "/wall", false},
      {"/to-trap", Kind::redirect, "/trap", false},
      {"/self", Kind::redirect, "/self", false},
      {"/a", Kind::redirect, "/b", false},
      {"/b", Kind::redirect, "/a", false},
      {"/away", Kind::leaves, "https://o.example/x", true},
      {"/to-away", Kind::redirect, "/away", false},
      {"/bad", Kind::bad_redirect, "mailto:x", false},
      {"/limit", Kind::loop},
      {"/stopped", Kind::redirect},
  });
  using End = OwnEnd::Kind;
  const EndCase cases[] = {
      {"/", End::fine},
      {"/gone", End::refused},
      {"/fails", End::failed},
      {"/wall", End::blocked},
      {"/trap", End::not_asked},
      {"/folder", End::fine, "/folder/", false, "/folder/"},
      {"/folder?q", End::fine, "/folder/?q", false, "/folder/?q"},
      {"/old", End::fine, "/", true, "/"},
      {"/now", End::fine, "/"},
      {"/older", End::fine, "/", true, "/"},
      {"/both", End::fine, "/", true, "/now"},
      {"/late", End::fine, "/"},
      {"/frag", End::fine, "/#a", true, "/#a"},
      {"/frag2", End::fine, "/#b"},
      {"/to-gone", End::redirect_broken, "/gone", true, "/gone"},
      {"/to-fails", End::redirect_broken, "/fails"},
      {"/to-wall", End::blocked, "/wall"},
      {"/to-trap", End::not_asked, "/trap"},
      {"/self", End::redirect_loop, "/self"},
      {"/a", End::redirect_loop, "/a"},
      {"/away", End::leaves, "https://o.example/x", true, "https://o.example/x"},
      {"/to-away", End::leaves, "https://o.example/x"},
      {"/bad", End::redirect_broken, "mailto:x"},
      {"/limit", End::redirect_loop},
      {"/stopped", End::not_asked},
  };
  const auto full = [](char const* url) {
    return *url == '/' ? live_origin + std::string(url) : std::string(url);
  };
  for (EndCase const& each : cases) {
    INFO(each.path);
    const OwnEnd end = live->follow(live->find(full(each.path)));
    CHECK(end.kind == each.kind);
    CHECK(end.url == full(each.url));
    CHECK(end.is_moved == each.is_moved);
    CHECK(end.permanent_url == full(each.permanent_url));
  }
}

TEST_CASE("more redirects than are allowed are a loop", "[crawl]") {
  LiveSite live(live_origin, 3);
  for (int i = 0; i < 6; ++i) live.add(live_origin + std::string("/") + std::to_string(i));
  for (EntryId i = 0; i < 5; ++i) live.answer(i) = {.kind = Kind::redirect, .to = i + 1};
  live.answer(5) = {.kind = Kind::fine};
  CHECK(live.follow(2).kind == OwnEnd::Kind::fine);
  CHECK(live.follow(1).kind == OwnEnd::Kind::redirect_loop);
  CHECK(live.follow(1).goes_on);
}

TEST_CASE("a live site has the face of a folder", "[crawl]") {
  auto live = planted_site({{"/", Kind::fine},
                            {"/a%20b/?q=1", Kind::fine},
                            {"/old", Kind::redirect, "/a%20b/?q=1", true},
                            {"/gone", Kind::refused}});
  const EntryId page = live->find("https://h.example/a%20b/?q=1");
  const auto body = live->bodies().add("<p id=x>");
  REQUIRE(body);
  live->add_page({.target = page, .charset = "koi8-r", .body = *body});
  const Site site = Site::from_crawl(live);
  CHECK(site.origin() == live_origin);
  REQUIRE(site.pages().size() == 1);
  CHECK(site.pages()[0] == page);
  CHECK(site.page_number(page) == 0U);
  CHECK(site.page_number(live->find("https://h.example/")) == no_entry);
  CHECK(site.url(page) == "https://h.example/a%20b/?q=1");
  CHECK(site.file_path(page) == site.url(page));
  CHECK(site.path(page) == "a b/");
  CHECK(site.transport_charset(0) == "koi8-r");
  std::string bytes;
  REQUIRE(site.read_file(page, bytes));
  CHECK(bytes == "<p id=x>");
  CHECK_FALSE(site.read_file(live->find("https://h.example/"), bytes));
  CHECK(site.find("https://h.example/").status == LookupStatus::found);
  CHECK(site.find("https://h.example/gone").status == LookupStatus::missing);
  CHECK(site.find("https://o.example/").status == LookupStatus::other_origin);

  const SiteRedirects redirects;
  TargetFinder targets(site, redirects);
  CHECK(targets.find("https://h.example/a%20b/?q=1").entry == page);
  CHECK(targets.find("https://h.example/a%20b/").kind == PlaceKind::not_asked);
  const TargetPlace old = targets.find("https://h.example/old");
  CHECK(old.kind == PlaceKind::file);
  CHECK(old.entry == page);
  CHECK(old.is_moved);
  CHECK(targets.find("https://h.example/gone").kind == PlaceKind::missing);
  const TargetPlace insecure = targets.find("http://h.example/");
  CHECK(insecure.kind == PlaceKind::file);
  CHECK(insecure.insecure);
  CHECK(targets.end_url("https://h.example/old") == "https://h.example/a%20b/?q=1");
}

TEST_CASE("suggestions of a live site are URLs that work", "[crawl]") {
  const auto live = planted_site({{"/", Kind::fine},
                                  {"/guide/", Kind::fine},
                                  {"/guide/install.html", Kind::fine},
                                  {"/blog", Kind::fine},
                                  {"/blog/first", Kind::fine},
                                  {"/api/v2/list", Kind::fine},
                                  {"/api/", Kind::refused},
                                  {"/moved.html", Kind::redirect, "/", true}});
  const Site site = Site::from_crawl(live);
  const FoldedNames names(site);
  Suggestions suggestions(site, names);
  const LiveSuggestionCase cases[] = {
      {"guide/Install.html", "guide/install.html", Nearness::letter_case},
      {"Guide/", "guide/", Nearness::letter_case},
      {"GUIDE", "guide/", Nearness::letter_case},
      {"guide/instal.html", "guide/install.html", Nearness::spelling},
      {"guide/install", "guide/install.html", Nearness::spelling},
      {"Blog", "blog", Nearness::letter_case},
      {"blog/", "blog", Nearness::letter_case},
      {"blog/fisrt", "blog/first", Nearness::spelling},
      {"elsewhere/install.html", "guide/install.html", Nearness::elsewhere},
      {"API", nullptr},
      {"api/v2/", nullptr},
      {"move.html", nullptr},
      {"quite/another", nullptr},
  };
  for (LiveSuggestionCase const& each : cases) {
    INFO(each.path);
    const auto found = suggestions.for_path(each.path);
    CHECK(found.has_value() == (each.suggestion != nullptr));
    if (!found || each.suggestion == nullptr) continue;
    CHECK(found->path == each.suggestion);
    if (std::string(each.path) != "blog/") CHECK(found->nearness == each.nearness);
  }
}

}  // namespace hrefkit::site
