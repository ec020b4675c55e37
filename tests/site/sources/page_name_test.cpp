#include "hrefkit/site/sources/page_name.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

/// Sources and pages of a site.
class Names {
 public:
  Names(std::vector<std::string> const& sources, std::vector<std::string> const& pages,
        std::vector<FrontMatter> fronts = {})
      : fronts_(std::move(fronts)), pages_(pages) {
    for (std::string const& source : sources) {
      files_.push_back({source, source, source_kind_of(source)});
    }
    fronts_.resize(files_.size());
  }

  /// The sources of a page with spaces between; "?" before one that is not sure.
  std::string of(std::string const& page) const {
    const PageSources sources(files_, fronts_, pages_);
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i] != page) continue;
      std::string text;
      for (PageSource const& found : sources.find(i)) {
        if (!text.empty()) text += ' ';
        if (!found.is_sure) text += '?';
        text += files_[found.source].name;
      }
      return text;
    }
    return "no such page";
  }

 private:
  std::vector<SourceFile> files_;
  std::vector<FrontMatter> fronts_;
  std::vector<std::string> pages_;
};

}  // namespace

TEST_CASE("a page has the source of its path", "[sources]") {
  const Names names({"index.md", "guide/setup.md", "guide/README.md", "01-first/02-Big step.md",
                     "_posts/2024-01-31-news.md", "about.fr.md"},
                    {"index.html", "guide/setup/index.html", "guide/index.html",
                     "first/big-step.html", "2024/01/31/news.html", "about/index.html"});
  CHECK(names.of("guide/setup/index.html") == "guide/setup.md");
  CHECK(names.of("guide/index.html") == "guide/README.md");
  CHECK(names.of("first/big-step.html") == "01-first/02-Big step.md");
  CHECK(names.of("2024/01/31/news.html") == "?_posts/2024-01-31-news.md");
  CHECK(names.of("about/index.html") == "about.fr.md");
  CHECK(names.of("index.html") == "index.md");
}

TEST_CASE("a source that fits another page better is not taken", "[sources]") {
  const Names names({"docs/setup.md", "blog/other.md"},
                    {"docs/setup/index.html", "blog/setup/index.html", "blog/other/index.html"});
  CHECK(names.of("docs/setup/index.html") == "docs/setup.md");
  CHECK(names.of("blog/setup/index.html").empty());
}

TEST_CASE("names that differ in case are told apart only if both have pages", "[sources]") {
  const std::vector<std::string> sources{"Guide.md", "guide.md"};
  CHECK(Names(sources, {"guide/index.html"}).of("guide/index.html") == "?Guide.md ?guide.md");
  const Names both(sources, {"Guide/index.html", "guide/index.html"});
  CHECK(both.of("guide/index.html") == "guide.md");
  CHECK(both.of("Guide/index.html") == "Guide.md");
}

TEST_CASE("numbers are taken off sources, never off pages", "[sources]") {
  CHECK(Names({"2023-review.md"}, {"2024-review/index.html"}).of("2024-review/index.html").empty());
}

TEST_CASE("front matter comes before the path", "[sources]") {
  const Names names({"guide.md", "other.md"}, {"guide/index.html", "handbook/index.html"},
                    {{.slugs = {"handbook"}}, {.slugs = {"guide"}}});
  CHECK(names.of("guide/index.html") == "other.md");
  CHECK(names.of("handbook/index.html") == "guide.md");
}

TEST_CASE("pages find their sources in time linear in both", "[sources][growth]") {
  if (!test::can_measure_cost()) return;
  std::vector<std::string> sources;
  std::vector<std::string> pages;
  for (int i = 0; i < 40'000; ++i) {
    const std::string folder = "f" + std::to_string(i / 10) + "/s" + std::to_string(i % 10);
    sources.push_back("content/" + folder + "/readme.md");
    pages.push_back(folder + "/index.html");
    sources.push_back("content/" + folder + "/same.md");
    pages.push_back(folder + "/same/index.html");
  }
  const auto cost = test::cost_of([&] {
    const Names names(sources, pages);
    if (names.of(pages.back()) != sources.back()) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < 6);
}

}  // namespace hrefkit::site
