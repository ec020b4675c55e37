// Fragments of pages of other sites, as they stream in.
#include "hrefkit/site/external/remote_page.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

struct PageCase {
  std::string what;
  std::string fragment;
  std::string body;
  FragmentAnswer answer;
  std::string type = "text/html";
  std::string content_type = "text/html";
  std::string url = "https://a.example/x";
};

using enum FragmentAnswer;

const std::string two_ids = "<p id=a><p id=b>";

std::vector<PageCase> page_cases() {
  return {
      {"id as written", "a", two_ids, found},
      {"percent-decoded", "caf%C3%A9", "<meta charset=utf-8><p id=caf\xC3\xA9>", found},
      {"as written before decoded", "a%20b", "<p id=x><p id=a%20b>", found},
      {"name of a link", "n", "<a name=n>", found},
      {"name of something else", "n", "<p id=x><p id=y><input name=n>", missing},
      {"missing", "c", two_ids, missing},
      {"letter case counts", "A", two_ids, missing},
      {"user-content- counts for it", "r", "<p id=x><p id=user-content-r>", found},
      {"but not the other way round", "user-content-r", "<p id=x><p id=r>", missing},
      {"the fragment directive is cut off", "a:~:text=b", two_ids, found},
      {"a comment is no element", "c", two_ids + "<!-- <p id=c> -->", missing},
      {"a script is none", "c", two_ids + "<script>'<p id=c>'</script>", missing},
      {"a template is none", "c", two_ids + "<template><p id=c></template>", missing},
      {"a script builds the page", "c", "<script src=a.js></script><div id=root></div>", of_script},
      {"a page with text is there without its scripts", "c", "<script src=a.js></script><p>text",
       missing},
      {"a script in a comment builds nothing", "c", "<!-- <script src=a.js> --><p>", missing},
      {"a slow refresh, as it is written", "c",
       "<meta http-equiv=refresh content='&#57;&#57;;url=/y'>", missing},
      {"with two ids it is a page", "c", "<script src=a.js></script><p id=a><p id=b>", missing},
      {"a page without scripts and ids", "c", "<p>text", missing},
      {"a page that only redirects", "c", "<meta http-equiv=refresh content='0;url=/y'>",
       not_judged},
      {"one that reloads itself", "c", "<meta http-equiv=refresh content='9;url=/x'>", missing},
      {"one with a refresh and links", "c",
       "<meta http-equiv=refresh content='0;url=/y'><a href=1></a><a href=2></a><a href=3></a>",
       missing},
      {"lines of sources have the id of the first", "10-20", "<p id=x><p id=10>", found},
      {"XHTML", "a", "<html xmlns='http://www.w3.org/1999/xhtml'><p id='a'/></html>", found,
       "application/xhtml+xml"},
      {"XHTML", "c", "<html xmlns='http://www.w3.org/1999/xhtml'><p id='a'/></html>", missing,
       "application/xhtml+xml"},
      {"SVG", "a", "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/></svg>", found,
       "image/svg+xml"},
      {"SVG", "c", "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/></svg>", missing,
       "image/svg+xml"},
      {"PDF", "page=3", "%PDF", not_judged, "application/pdf"},
      {"plain text", "c", "x", not_judged, "text/plain"},
      {"charset of the header", "%E9", "<p id=x><p id=\xE9>", missing, "text/html",
       "text/html; charset=iso-8859-1"},
      {"charset of the header", "%C3%A9", "<p id=x><p id=\xE9>", found, "text/html",
       "text/html; charset=iso-8859-1"},
      {"charset of meta", "%C3%A9", "<meta charset=windows-1252><p id=x><p id=\xE9>", found},
      {"the header wins", "%C3%A9", "<meta charset=windows-1252><p id=x><p id=\xC3\xA9>", found,
       "text/html", "text/html;charset=UTF-8"},
      {"a byte order mark wins", "%C3%A9", "\xEF\xBB\xBF<p id=x><p id=\xC3\xA9>", found,
       "text/html", "text/html; charset=windows-1252"},
      {"UTF-16", "a", std::string("\xFF\xFE<\0p\0 \0i\0d\0=\0a\0>\0", 18), found},
      {"the fragment of a redirect wins", "nothing", two_ids, found, "text/html", "text/html",
       "https://a.example/x#b"},
      {"the fragment of a redirect wins", "a", two_ids, missing, "text/html", "text/html",
       "https://a.example/x#c"},
      {"the fragment of a redirect wins", "a", two_ids, not_judged, "text/html", "text/html",
       "https://a.example/x#L10"},
  };
}

struct StreamedPage {
  FragmentAnswer answer = not_judged;
  std::size_t taken = 0;
  bool is_wall = false;
};

/// Reads the page in pieces of `step` bytes. That it is a wall is what RemotePage says of it.
StreamedPage stream(PageCase const& test, std::size_t step, net::Series series = {}) {
  html::LinkFinder finder;
  const std::vector<std::string> fragments{test.fragment};
  RemotePage page(finder, fragments);
  const http::Fields fields = http::Fields::parse("content-type: " + test.content_type + "\r\n");
  StreamedPage result;
  series.was_read = true;
  if (page.begin({.url = test.url, .status = 200, .fields = fields, .type = test.type})) {
    bool goes_on = true;
    while (goes_on && result.taken < test.body.size()) {
      const std::string piece = test.body.substr(result.taken, step);
      result.taken += piece.size();
      goes_on = page.read(piece);
    }
  }
  result.is_wall = page.is_wall();
  page.finish(series);
  result.answer = page.answer(0);
  return result;
}

}  // namespace

TEST_CASE("the fragments of remote pages", "[external]") {
  for (PageCase const& test : page_cases()) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
      CAPTURE(test.what, test.fragment, test.body, step);
      CHECK(static_cast<int>(stream(test, step).answer) == static_cast<int>(test.answer));
    }
  }
}

TEST_CASE("a wall is known by its page, unless the page has what is wanted", "[external]") {
  const std::string challenge =
      "<script id=\"anubis_challenge\" type=\"application/json\">{}</script>";
  const std::string files = "<script src=/.within.website/x/cmd/anubis/x.js></script>";
  const std::string frame = "<iframe src=\"/_Incapsula_Resource?SWUDNSAI=31\"></iframe>";
  const std::string helper = "<script src=\"/_Incapsula_Resource?SWJIYLWA=7\"></script>";
  const auto is_wall = [](std::string const& body) {
    return stream({"", "c", body, not_judged}, 1'000).is_wall;
  };
  CHECK(is_wall(challenge));
  CHECK(is_wall(two_ids + files));
  CHECK(is_wall(two_ids + frame));
  CHECK_FALSE(is_wall(two_ids + helper));
  CHECK_FALSE(is_wall("<p id=c>" + challenge));
  CHECK_FALSE(is_wall(two_ids));
}

TEST_CASE("where a page sends its readers", "[external]") {
  const auto sent_to = [](std::string const& body) {
    html::LinkFinder finder;
    const std::vector<std::string> fragments{"c"};
    RemotePage page(finder, fragments);
    const http::Fields fields = http::Fields::parse("content-type: text/html\r\n");
    net::Series series;
    series.was_read = true;
    REQUIRE(page.begin(
        {.url = "https://a.example/x", .status = 200, .fields = fields, .type = "text/html"}));
    page.read(body);
    page.finish(series);
    return page.sends_to();
  };
  const std::string refresh = "<meta http-equiv=refresh content='0;url=/y#z'>";
  CHECK(sent_to(refresh) == "https://a.example/y#z");
  CHECK(sent_to(refresh + "<a href=1></a><a href=2></a><a href=3></a>").empty());
  CHECK(sent_to("<noscript>" + refresh + "</noscript><p>text").empty());
  CHECK(sent_to("<meta http-equiv=refresh content='99;url=/y'>").empty());
  CHECK(sent_to("<meta http-equiv=refresh content='0;url=/x'>").empty());
  CHECK(sent_to(two_ids).empty());
}

TEST_CASE("a page is read until all that is wanted is seen, and no further", "[external]") {
  const std::string filler(20'000, 'x');
  const PageCase early{"", "a", filler + "<p id=a>" + std::string(1'000'000, 'x'), found};
  CHECK(stream(early, 1'000).answer == found);
  CHECK(stream(early, 1'000).taken < 60'000);
  // The same letters in a link are no element: reading goes on.
  std::string links;
  for (int i = 0; i < 1'000; ++i) links += "<a href='#a'>";
  const PageCase late{"", "a", links + filler + "<p id=a>" + filler, found};
  CHECK(stream(late, 500).answer == found);
}

TEST_CASE("a page in pieces of a byte costs as much as in large ones", "[external][growth]") {
  if (!test::can_measure_cost()) return;
  const PageCase page{"", "none", two_ids + std::string(1'500'000, 'x'), missing};
  const auto cost = test::cost_of([&] { REQUIRE(stream(page, 1).answer == missing); });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < test::allowed_seconds(page.body.size()));
}

TEST_CASE("what is not in the part of a page that came is not known", "[external]") {
  const PageCase page{"", "c", two_ids, missing};
  net::Series limit;
  limit.notes.over_limit = true;
  CHECK(stream(page, 5, limit).answer == body_limit);
  net::Series cut;
  cut.is_truncated = true;
  CHECK(stream(page, 5, cut).answer == truncated);
  net::Series early;
  early.notes.ended_early = true;
  CHECK(stream(page, 5, early).answer == truncated);
  net::Series stalled;
  stalled.failure = net::Failure::timeout;
  CHECK(stream(page, 5, stalled).answer == timed_out);
  net::Series unknown;
  unknown.notes.unknown_coding = true;
  CHECK(stream(page, 5, unknown).answer == coding);
  // What is there is there.
  const PageCase there{"", "a", two_ids, found};
  CHECK(stream(there, 5, limit).answer == found);
}

TEST_CASE("after a retry a page is read from its beginning", "[external]") {
  html::LinkFinder finder;
  const std::vector<std::string> fragments{"a", "c"};
  RemotePage page(finder, fragments);
  const http::Fields fields;
  const net::BodyHead head{
      .url = "https://a.example/", .status = 200, .fields = fields, .type = "text/html"};
  REQUIRE(page.begin(head));
  CHECK(page.read("<p id=c><p id="));
  REQUIRE(page.begin(head));
  CHECK(page.read(two_ids));
  net::Series series;
  series.was_read = true;
  page.finish(series);
  CHECK(page.answer(0) == found);
  CHECK(page.answer(1) == missing);
  CHECK(page.ids().size() == 2);
}

}  // namespace hrefkit::site
