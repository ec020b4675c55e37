// Memory and time for XML that asks for more than it is long, at three sizes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/find_links.h"
#include "support/nasty_xml.h"
#include "support/run_cost.h"

using namespace hrefkit;

namespace {

test::RunCost cost(std::string const& text) {
  return test::cost_of([&] {
    html::DocumentOptions options;
    options.url = "https://docs.example/a/b";
    const auto source = html::source_from_text(text, html::ContentType::xml);
    const auto drop = [](html::LinkBlock const&) {};
    static_cast<void>(html::find_links(source, options, {.links = drop}));
  });
}

}  // namespace

TEST_CASE("nasty XML costs memory and time in proportion to its size", "[growth]") {
  if (!test::can_measure_cost()) {
    WARN("skipped under a sanitizer");
    return;
  }
  constexpr std::size_t fixed_part = std::size_t{16} << 20;
  constexpr std::size_t smallest = 150'000;
  for (test::NastyXml const& kind : test::nasty_xml()) {
    CAPTURE(kind.name);
    std::size_t first_peak = 0;
    for (const std::size_t size : {smallest, 2 * smallest, 4 * smallest}) {
      const std::string text = kind.document(size);
      CAPTURE(size, text.size());
      const test::RunCost measured = cost(text);
      CHECK(measured.succeeded());
      CHECK(measured.peak_bytes <= test::allowed_bytes(text.size()));
      CHECK(measured.seconds <= test::allowed_seconds(text.size()));
      // Budgets have a fixed part, so growth is bounded from above only.
      if (size == smallest) first_peak = std::max(measured.peak_bytes, fixed_part);
      CHECK(measured.peak_bytes <= size / smallest * first_peak + fixed_part);
    }
  }
}
