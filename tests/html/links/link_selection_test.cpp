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

TEST_CASE("names of elements are found whatever their case and number are") {
  std::vector<std::string> many;
  for (int i = 0; i < 1'000; ++i) many.push_back("X-" + std::to_string(i * 7 % 1'000));
  many.insert(many.end(), {"x-1", "X-1"});
  const html::ElementNames names(many);
  CHECK(html::ElementNames().empty());
  CHECK_FALSE(names.empty());
  for (int i = 0; i < 1'000; ++i) CHECK(names.contains("x-" + std::to_string(i)));
  CHECK(names.contains("X-999"));
  for (char const* other : {"", "x", "x-", "x-1000", "x-01", "y", "a"}) {
    CHECK_FALSE(names.contains(other));
  }
}

TEST_CASE("a set of kinds has what was put into it") {
  html::LinkKinds kinds{html::LinkKind::hyperlink};
  kinds.insert(html::LinkKind::metadata);
  CHECK(kinds.contains(html::LinkKind::hyperlink));
  CHECK(kinds.contains(html::LinkKind::metadata));
  CHECK_FALSE(kinds.contains(html::LinkKind::image));
  CHECK_FALSE(kinds.empty());
  CHECK(html::LinkKinds().empty());
}

}  // namespace hrefkit::test
