// Pages whose URLs are far longer than they are.
#include "hrefkit/html/url_budget.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/hrefkit.h"

namespace hrefkit::html {

namespace {

constexpr std::size_t path_length = 1'000'000;
constexpr std::size_t link_count = 400;

/// A page with a long base URL, and links below it.
std::string long_page(std::string_view link = "<a href=x>") {
  std::string page = "<!doctype html><base href=\"/" + std::string(path_length, 'a') + "/\">";
  for (std::size_t i = 0; i < link_count; ++i) page += link;
  return page;
}

/// What the links of a page come to.
struct Found {
  std::size_t with_url = 0;
  std::size_t too_long = 0;
  std::size_t bytes = 0;  ///< of their URLs and base URLs
  Notes notes = {};

  bool operator==(Found const& other) const {
    return with_url == other.with_url && too_long == other.too_long && bytes == other.bytes &&
           notes.size() == other.notes.size();
  }
};

Found find(std::string const& page, ContentType type, Engine engine) {
  Found found;
  std::string url;
  const auto take = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      url.clear();
      const auto resolved = block.append_url(url, link);
      if (resolved) {
        CHECK(found.too_long == 0);
        ++found.with_url;
        found.bytes += url.size() + block.bases[link.base].resolver.base().size();
      } else {
        CHECK(resolved.error() == url::Error::too_long);
        CHECK(url.empty());
        ++found.too_long;
      }
    }
  };
  const auto note = [&](Note const& told) { found.notes.push_back(told); };
  DocumentOptions options;
  options.url = "https://docs.example/";
  CHECK(find_links(source_from_text(page, type), options, {.links = take, .notes = note}, engine));
  return found;
}

}  // namespace

TEST_CASE("a budget is spent once and for all", "[budget]") {
  UrlBudget budget(10);
  CHECK(budget.count(UrlBudget::free_bytes));
  CHECK(budget.count(640));
  CHECK_FALSE(budget.is_spent());
  CHECK(budget.count(0));
  CHECK_FALSE(budget.count(1, {3, 4}));
  CHECK_FALSE(budget.count(0, {5, 6}));
  CHECK(budget.is_spent());
  CHECK(budget.first_refused() == text::Span{3, 4});
}

TEST_CASE("the URLs of a page and their bases count in one budget", "[budget][growth]") {
  const std::string page = long_page();
  const std::size_t budget = UrlBudget::free_bytes + UrlBudget::bytes_per_page_byte * page.size();
  const Found found = find(page, ContentType::html, Engine::scan);
  CHECK(found.bytes <= budget);
  CHECK(found.bytes + 2 * path_length + 100 > budget);
  CHECK(found.with_url + found.too_long == link_count + 1);
  CHECK(found.too_long > 0);
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].kind == NoteKind::urls_too_long);
  CHECK(page.substr(found.notes[0].span.begin, 2) == "x>");
  CHECK(find(page, ContentType::html, Engine::dom) == found);
}

TEST_CASE("XML and style sheets have the same budget", "[budget][growth]") {
  std::string xml = "<html xmlns='http://www.w3.org/1999/xhtml'><base href='/" +
                    std::string(path_length, 'a') + "/'/>";
  for (std::size_t i = 0; i < link_count; ++i) xml += "<a href='x'/>";
  const Found found = find(xml + "</html>", ContentType::xml, Engine::automatic);
  CHECK(found.too_long > 0);
  CHECK(found.notes.size() == 1);
  std::string sheet;
  for (std::size_t i = 0; i < 10; ++i) sheet += "a{b:url(x)}";
  CHECK(find(sheet, ContentType::css, Engine::automatic) == Found{10, 0, 10 * 43, {}});
}

TEST_CASE("rows without a URL have no base either", "[budget][growth]") {
  const Links found = links(long_page(), "https://docs.example/");
  std::size_t bytes = 0;
  std::size_t too_long = 0;
  for (PageLink const& link : found) {
    bytes += link.url.size() + link.base.size();
    if (!link.error) continue;
    CHECK(link.error == url::Error::too_long);
    CHECK((link.url.empty() && link.base.empty()));
    ++too_long;
  }
  CHECK(too_long > 0);
  CHECK(bytes <= UrlBudget::free_bytes + UrlBudget::bytes_per_page_byte * long_page().size());
  REQUIRE(found.notes().size() == 1);
  CHECK(severity(found.notes()[0].kind) == NoteSeverity::warning);
}

TEST_CASE("a block without a budget has no limit", "[budget]") {
  const std::vector<LinkBase> bases{
      {.resolver = *url::Resolver::with_base("https://docs.example/a/", {})}};
  const std::vector<Link> links{{.raw = "x"}};
  LinkBlock block{.links = links, .bases = bases};
  CHECK(block.resolve(links[0]) == "https://docs.example/a/x");
  UrlBudget budget(0);
  block.budget = &budget;
  const auto parsed = block.resolve_url(links[0]);
  CHECK(parsed->href() == "https://docs.example/a/x");
  CHECK_FALSE(budget.count(UrlBudget::free_bytes));
  CHECK(block.resolve(links[0]).error() == url::Error::too_long);
  CHECK(block.resolve_url(links[0]).error() == url::Error::too_long);
}

}  // namespace hrefkit::html
