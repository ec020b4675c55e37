// The cost of very many links: linear in their number and the size of the page.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "hrefkit/html/hrefkit.h"
#include "support/many_links.h"
#include "support/run_cost.h"

namespace hrefkit::test {

TEST_CASE("the rows of many links cost what their number and their page allow") {
  if (!can_measure_cost()) return;
  constexpr std::size_t count = 400'000;
  for (ManyLinks const& kind : many_links()) {
    INFO(kind.name);
    const std::string page = kind.page(count);
    const RunCost cost = cost_of([&] {
      PageOptions options;
      options.content_type = kind.content_type;
      const Links found = links(page, "https://h.example/d/", options);
      std::_Exit(found.ok() && found.size() >= count ? 0 : 1);
    });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < allowed_seconds(page.size()));
    CHECK(cost.peak_bytes < allowed_bytes(page.size()));
  }
}

TEST_CASE("rows of many blocks come in their order") {
  std::string page;
  for (int i = 0; i < 30'000; ++i) page += "<a href=/" + std::to_string(i) + ">";
  const Links found = links(page, "https://h.example/");
  REQUIRE(found.ok());
  REQUIRE(found.size() == 30'000);
  for (std::size_t i = 0; i < found.size(); ++i) {
    REQUIRE(found[i].url == "https://h.example/" + std::to_string(i));
  }
}

}  // namespace hrefkit::test
