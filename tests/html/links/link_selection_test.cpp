#include "hrefkit/html/link.h"

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
  CHECK(html::is_selected({}, {}, link));
  CHECK(html::is_selected(kinds, elements, link));
  CHECK_FALSE(html::is_selected(others, elements, link));
  CHECK_FALSE(html::is_selected(kinds, other_elements, link));
  CHECK(html::is_selected({}, {}, LinkKind::ping));
  CHECK(html::is_selected(kinds, {}, LinkKind::image));
  CHECK_FALSE(html::is_selected(kinds, {}, LinkKind::ping));
  CHECK_FALSE(html::is_selected({}, elements, LinkKind::image));  // it is in no element
}

}  // namespace hrefkit::test
