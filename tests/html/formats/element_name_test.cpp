#include "hrefkit/html/element_name.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/formats/manifest_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"

namespace hrefkit::html {

namespace {

TEST_CASE("names of elements are known in any case", "[element name]") {
  for (char const* name : {"a", "IMG", "picture", "canvas", "foreignObject", "feImage", "textPath",
                           "my-widget", "math", "mrow", "enclosure", "loc", "icons"}) {
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
  for (LinkRow const& row : feed_rows()) {
    CAPTURE(row.element);
    CHECK(is_element_name(row.element));
  }
  for (ManifestRow const& row : manifest_rows()) {
    CAPTURE(row.object);
    if (!row.object.empty()) CHECK(is_element_name(row.object));
  }
  CHECK(element_names().size() > 150);
}

}  // namespace

}  // namespace hrefkit::html
