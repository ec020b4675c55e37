#include "hrefkit/html/scan/lanes.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "support/tag_soup.h"

using namespace hrefkit;
using namespace hrefkit::html::scan;

TEST_CASE("masks have the bits of the bytes that they are named after") {
  for (int first = 0; first < 256; first += 16) {
    std::string bytes;
    for (int i = 0; i < 16; ++i) bytes += static_cast<char>(first + i);
    const PortableLanes portable(bytes.data());
    const BestLanes best(bytes.data());
    for (std::size_t i = 0; i < 16; ++i) {
      const char c = bytes[i];
      CAPTURE(static_cast<int>(static_cast<unsigned char>(c)));
      const auto has = [&](std::uint32_t mask) { return (mask >> i & 1) != 0; };
      CHECK(portable.equal(c) == std::uint32_t{1} << i);
      const bool may_end = first + static_cast<int>(i) <= ' ' ||
                           std::string_view("./>?").find(c) != std::string_view::npos;
      CHECK(has(portable.may_end_name()) == may_end);
      CHECK(has(portable.may_end_attribute()) == (may_end || c == '='));
      if (html::tag_syntax::tag_name_end.contains(c)) CHECK(may_end);
      CHECK(has(portable.coded()) == (c == '&' || c == '\r' || c == '\0'));
      CHECK(best.equal(c) == portable.equal(c));
    }
    CHECK(best.may_end_name() == portable.may_end_name());
    CHECK(best.may_end_attribute() == portable.may_end_attribute());
    CHECK(best.coded() == portable.coded());
  }
}

namespace {

template <class Lanes>
std::vector<std::string> links_by(std::string_view text, Page& page, bool& done) {
  html::DocumentOptions options;
  page.begin(text, options, {.anchors = true}, text.size() + 1, [] {});
  done = TagScanner<Lanes>(text, page).scan([] {});
  std::vector<std::string> rows;
  for (html::Link const& link : page.collector().links()) {
    rows.push_back(std::string(link.element) + " " + std::string(link.raw) + " " +
                   std::to_string(link.span.begin));
  }
  return rows;
}

}  // namespace

TEST_CASE("the scanner finds the same with either kind of lanes") {
  Page page;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const std::string text = test::TagSoup(seed).document(60);
    bool portable_done = false;
    bool best_done = false;
    const auto portable = links_by<PortableLanes>(text, page, portable_done);
    const auto best = links_by<BestLanes>(text, page, best_done);
    INFO(text);
    CHECK(portable_done == best_done);
    if (portable_done) CHECK(portable == best);
  }
}
