#include "hrefkit/site/rewrite/page_rewriter.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/note.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::site {

namespace {

/// The bytes of a page after a run, or the message of a failure.
std::string run_page(PageRewriter const& rewriter, std::string_view bytes, std::string_view url,
                     PageRun const& run = {}) {
  html::Notes notes;
  const auto page = rewriter.run(bytes, url, notes, run);
  if (!page) return "failed";
  return page->page.changed ? page->page.bytes : std::string(bytes);
}

}  // namespace

TEST_CASE("a rewriter is prepared once for many pages") {
  const std::vector<UrlPair> rebases{{"https://old.example/", "https://new.example/docs"}};
  const std::vector<UrlPair> map{{"https://h.example/a", "b"}};
  PageRewriterOptions options;
  options.rebases = rebases;
  options.map = map;
  const auto rewriter = PageRewriter::prepare(options);
  REQUIRE(rewriter);
  CHECK(run_page(*rewriter, "<a href=https://old.example/x>", "https://h.example/") ==
        "<a href=https://new.example/docs/x>");
  CHECK(run_page(*rewriter, "<a href=/a>", "https://h.example/c/") == "<a href=/c/b>");
  // A page below a prefix moves, and its own references stay as they are.
  CHECK(run_page(*rewriter, "<a href=y>", "https://old.example/d/") == "<a href=y>");
  CHECK(run_page(*rewriter, "<a href=https://h.example/>", "https://old.example/d/") ==
        "<a href=https://h.example/>");
  CHECK(run_page(*rewriter, "<a href=y>", "y") == "failed");
}

TEST_CASE("rules that cannot be used say why") {
  struct Case {
    std::vector<UrlPair> rebases;
    std::vector<UrlPair> map;
    std::string_view new_url;
    std::string_view begin;  // of the message
    bool is_url;
  };
  const std::vector<Case> cases{
      {{{"old.example", "https://n.example"}}, {}, {}, "rebase", true},
      {{{"https://o.example", "n.example"}}, {}, {}, "rebase", true},
      {{{"https://o.example", "mailto:a"}}, {}, {}, "rebase", true},
      {{{"https://o.example", "https://a/"}, {"https://o.example/", "https://b/"}},
       {},
       {},
       "rebase: a prefix",
       false},
      {{}, {{"x", "y"}}, {}, "map", true},
      {{}, {}, "x", "new_url", true},
  };
  for (Case const& row : cases) {
    PageRewriterOptions options;
    options.rebases = row.rebases;
    options.map = row.map;
    options.new_url = row.new_url;
    const auto rewriter = PageRewriter::prepare(options);
    REQUIRE(!rewriter);
    CHECK(rewriter.error().message.starts_with(row.begin));
    CHECK(rewriter.error().url.has_value() == row.is_url);
  }
  // The same pair twice is no contradiction.
  const std::vector<UrlPair> twice{{"https://o/", "https://n/"}, {"https://o", "https://n"}};
  PageRewriterOptions options;
  options.rebases = twice;
  CHECK(PageRewriter::prepare(options));
}

TEST_CASE("a run counts links below no prefix, and the rewriter its prefixes without links") {
  const std::vector<UrlPair> rebases{{"https://o.example/", "https://n.example/"},
                                     {"https://p.example/", "https://n.example/"}};
  PageRewriterOptions options;
  options.rebases = rebases;
  const auto rewriter = PageRewriter::prepare(options);
  REQUIRE(rewriter);
  CHECK(rewriter->unused_rebases().size() == 2);
  html::Notes notes;
  const auto page =
      rewriter->run("<a href=https://o.example/><a href=x><a href=y>", "https://h.example/", notes);
  REQUIRE(page);
  CHECK(page->uncovered == 2);
  CHECK(rewriter->unused_rebases() == std::vector<std::string_view>{"https://p.example/"});
  CHECK(run_page(*rewriter, "", "https://p.example/d/").empty());
  CHECK(rewriter->unused_rebases().empty());
}

TEST_CASE("no link at all can be wanted, and a base element still be dropped") {
  PageRewriterOptions options;
  options.form = html::UrlForm::absolute;
  options.no_links = true;
  const auto rewriter = PageRewriter::prepare(options);
  REQUIRE(rewriter);
  CHECK(run_page(*rewriter, "<a href=x>", "https://h.example/") == "<a href=x>");
  options.drop_base = true;
  CHECK(run_page(*PageRewriter::prepare(options), "<base href=/b/><a href=x>",
                 "https://h.example/") == "<a href=b/x>");
}

TEST_CASE("a poll may end a run") {
  const auto rewriter = PageRewriter::prepare({});
  REQUIRE(rewriter);
  struct Ended {};
  PageRun run;
  run.poll = [] { throw Ended(); };
  html::Notes notes;
  CHECK_THROWS_AS(rewriter->run("<a href=x>", "https://h.example/", notes, run), Ended);
  CHECK(run_page(*rewriter, "<a href=x>", "https://h.example/") == "<a href=x>");
}

}  // namespace hrefkit::site
