#include "hrefkit/cli/resolve/rows.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("links are selected by kind and element") {
  using html::LinkKind;
  const html::Link link{.element = "a"};
  const std::vector<LinkKind> kinds{LinkKind::image, LinkKind::hyperlink};
  const std::vector<LinkKind> others{LinkKind::image};
  const std::vector<std::string> elements{"IMG", "A"};
  const std::vector<std::string> other_elements{"area"};
  CHECK(cli::is_selected({}, {}, link));
  CHECK(cli::is_selected(kinds, elements, link));
  CHECK_FALSE(cli::is_selected(others, elements, link));
  CHECK_FALSE(cli::is_selected(kinds, other_elements, link));
  CHECK(cli::is_selected({}, LinkKind::ping));
}

}  // namespace hrefkit::test
