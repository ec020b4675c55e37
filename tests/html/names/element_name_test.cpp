#include "hrefkit/html/element_name.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/link_table.h"

namespace hrefkit::html {

namespace {

TEST_CASE("names of elements are known in any case", "[element name]") {
  for (char const* name : {"a", "IMG", "picture", "canvas", "foreignObject", "feImage", "textPath",
                           "my-widget", "math", "mrow"}) {
    CAPTURE(name);
    CHECK(is_element_name(name));
  }
  for (char const* name : {"", "imgs", "anchor", "a[href]", "#x"}) {
    CAPTURE(name);
    CHECK_FALSE(is_element_name(name));
  }
}

TEST_CASE("every element of the link table is known", "[element name]") {
  for (LinkRow const& row : link_rows()) {
    if (row.element == "*") continue;
    CAPTURE(row.element);
    CHECK(is_element_name(row.element));
  }
  CHECK(element_names().size() > 150);
}

}  // namespace

}  // namespace hrefkit::html
