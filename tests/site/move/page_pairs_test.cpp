// Pages that moved, found again by their bytes, their canonical address or their text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "hrefkit/html/source_text.h"
#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/move/page_pairs.h"
#include "hrefkit/site/move/page_print.h"
#include "hrefkit/text/hash.h"
#include "support/run_cost.h"

using namespace hrefkit;

namespace {

struct PageAt {
  std::string path;
  std::string text;
};

std::string words(std::string const& topic, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += topic + " number " + std::to_string(i * i) + " and ";
  return text;
}

std::vector<site::SinglePage> prints(std::vector<PageAt> const& pages) {
  std::vector<site::SinglePage> all;
  site::PagePrinter printer;
  for (PageAt const& page : pages) {
    const html::SourceText source = html::source_from_text(page.text);
    all.push_back(
        {printer.print(source, "https://h.example/" + page.path), site::name_hash(page.path)});
  }
  return all;
}

/// "old -> new by" of each pair, and "old ? new" of similar pages.
std::vector<std::string> paired(std::vector<PageAt> const& lost, std::vector<PageAt> const& added) {
  const auto found = site::pair_pages(
      prints(lost), prints(added),
      [&](std::uint32_t number, std::function<void(std::uint64_t)> const& visit) {
        site::for_each_address("https://h.example/" + lost[number].path,
                               [&](auto address) { visit(site::address_hash(address)); });
      });
  std::vector<std::string> rows;
  for (site::PagePair const& pair : found.pairs) {
    rows.push_back(lost[pair.old_page].path + " -> " + added[pair.new_page].path + " " +
                   std::string(site::moved_by_names[pair.by].name));
  }
  for (site::SimilarPages const& pages : found.similar) {
    rows.push_back(lost[pages.old_page].path + " ? " + added[pages.new_page].path);
  }
  return rows;
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("a page with other links and another address of its own is the same page") {
  const std::string text = words("links", 20);
  CHECK(paired({{"old/a.html", "<a href=b.html>b</a><img src=i.png>" + text + "/old/a.html"}},
               {{"new/c.html", "<a href=../old/b.html>b</a><img src=/old/i.png>" + text +
                                   "/new/c.html"}}) == Rows{"old/a.html -> new/c.html bytes"});
  CHECK(paired({{"a.html", text}}, {{"b.html", text + "."}}) == Rows{"a.html ? b.html"});
  CHECK(paired({{"a.html", text}}, {{"b.html", words("else", 20)}}).empty());
}

TEST_CASE("of pages with the same bytes none is paired by chance") {
  const std::string text = words("same", 20);
  // Two old pages, one new page.
  const Rows one = paired({{"a.html", text}, {"b.html", text}}, {{"c.html", text}});
  for (std::string const& row : one) CHECK(row.find("bytes") == row.npos);
  // One old page, two new pages.
  const Rows two = paired({{"a.html", text}}, {{"b.html", text}, {"c.html", text}});
  for (std::string const& row : two) CHECK(row.find("bytes") == row.npos);
  // As many on both sides: their names decide.
  CHECK(
      paired({{"x/a.html", text}, {"x/b.html", text}}, {{"y/b.html", text}, {"y/a.html", text}}) ==
      Rows{"x/a.html -> y/a.html bytes", "x/b.html -> y/b.html bytes"});
  CHECK(paired({{"a/index.html", text}, {"b/index.html", text}},
               {{"n/b/index.html", text}, {"n/a/index.html", text}}) ==
        Rows{"a/index.html -> n/a/index.html bytes", "b/index.html -> n/b/index.html bytes"});
}

TEST_CASE("stubs with the same text and other links are different pages") {
  const auto stub = [](std::string const& to) {
    return "<meta http-equiv=refresh content='0; url=" + to + "'><p>Moved";
  };
  CHECK(paired({{"a.html", stub("/x")}}, {{"b.html", stub("/y")}}).empty());
  CHECK(paired({{"a.html", stub("/x")}}, {{"b.html", stub("/x")}}) ==
        Rows{"a.html -> b.html bytes"});
}

TEST_CASE("the main content is the page where menus change") {
  const std::string text = words("content", 30);
  CHECK(paired({{"a.html", "<nav>one two</nav><main>" + text + "</main>"}},
               {{"b.html", "<nav>two one three</nav><main>" + text + "</main>"}}) ==
        Rows{"a.html -> b.html bytes"});
  // Little content does not tell a page.
  CHECK(paired({{"a.html", "<nav>one two</nav><main>Loading</main>"}},
               {{"b.html", "<nav>two one three</nav><main>Loading</main>"}})
            .empty());
}

TEST_CASE("a new page that names the old address is the old page") {
  const auto named = [](std::string const& how, std::string const& topic) {
    return how + words(topic, 20);
  };
  CHECK(paired({{"old/a.html", named("", "one")}},
               {{"b.html", named("<link rel=canonical href=/old/a.html>", "two")}}) ==
        Rows{"old/a.html -> b.html canonical"});
  CHECK(paired({{"old/a/index.html", named("", "one")}},
               {{"b.html", named("<meta property=og:url content=https://h.example/old/a/>",
                                 "two")}}) == Rows{"old/a/index.html -> b.html canonical"});
  // Two that name it: nobody knows.
  const std::string both = "<link rel=canonical href=/old/a.html>";
  CHECK(paired({{"old/a.html", named("", "one")}},
               {{"b.html", named(both, "two")}, {"c.html", named(both, "three")}})
            .empty());
}

TEST_CASE("addresses of a page") {
  const auto addresses = [](std::string const& url) {
    Rows all;
    site::for_each_address(url, [&](auto address) { all.emplace_back(address); });
    return all;
  };
  CHECK(addresses("https://h/a/index.html") ==
        Rows{"https://h/a/index.html", "https://h/a/", "https://h/a"});
  CHECK(addresses("https://h/index.html") == Rows{"https://h/index.html", "https://h/"});
  CHECK(addresses("/a/b.html") == Rows{"/a/b.html", "/a/b"});
  CHECK(addresses("/feed.xml") == Rows{"/feed.xml"});
}

namespace {

std::vector<site::SinglePage> many_pages(std::size_t count, std::uint64_t salt) {
  std::vector<site::SinglePage> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    site::PagePrint& print = all[i].print;
    // Half of the pages have equal bytes, the others share a part of their text, and all share some
    // passages.
    print.bytes = {text::mix64(i + (i % 2 == 0 ? 0 : salt)), i + 1};
    for (std::size_t k = 0; k < print.sketch.size(); ++k) {
      const std::uint64_t own = text::mix64(i * 31 + k + (k < 12 ? 0 : salt << 32));
      print.sketch[k] = static_cast<std::uint32_t>(k < 4 ? k + 1 : own);
    }
    std::sort(print.sketch.begin(), print.sketch.end());
    all[i].name = i;
  }
  return all;
}

/// Pairs that many lost pages with as many added ones.
test::RunCost pairing_cost(std::size_t count) {
  return test::cost_of([&] {
    const auto lost = many_pages(count, 0);
    const auto added = many_pages(count, 99);
    const auto found = site::pair_pages(lost, added, [](auto, auto const&) {});
    if (found.pairs.empty() || found.pairs.size() + found.similar.size() > count) std::abort();
  });
}

}  // namespace

TEST_CASE("pairs of many pages take time and memory in proportion", "[growth]") {
  if (!test::can_measure_cost()) return;
  // A fifth of what a million pages against another million may take.
  const test::RunCost cost = pairing_cost(200'000);
  CHECK(cost.succeeded());
  CHECK(cost.seconds < 12);
  CHECK(cost.peak_bytes < (std::size_t{200} << 20));
}

TEST_CASE("a million pages are paired with another million", "[.million]") {
  const test::RunCost cost = pairing_cost(1'000'000);
  CHECK(cost.succeeded());
  CHECK(cost.seconds < 60);
  CHECK(cost.peak_bytes < (std::size_t{1} << 30));
}
