#include "hrefkit/html/scan/tag_scanner.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/scan/page.h"
#include "support/tag_soup.h"

using namespace hrefkit;
using namespace hrefkit::html::scan;

namespace {

template <class Lanes>
std::vector<std::string> links_by(std::string_view text, Page& page, bool& done) {
  html::DocumentOptions options;
  page.begin(text, options, {.anchors = true}, text.size() + 1, [] {});
  done = TagScanner<Lanes, Page>(text, page).scan([] {});
  std::vector<std::string> rows;
  for (html::Link const& link : page.collector().links()) {
    rows.push_back(std::string(link.element) + " " + std::string(link.raw) + " " +
                   std::to_string(link.span.begin));
  }
  return rows;
}

}  // namespace

TEST_CASE("the scanner finds the same with either form of lanes") {
  Page page;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const std::string text = test::TagSoup(seed).document(60);
    bool portable_done = false;
    bool best_done = false;
    const auto portable = links_by<text::PortableLanes>(text, page, portable_done);
    const auto best = links_by<text::Lanes>(text, page, best_done);
    INFO(text);
    CHECK(portable_done == best_done);
    if (portable_done) CHECK(portable == best);
  }
}
