#include "hrefkit/html/names/foreign_names.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

TEST_CASE("attributes of foreign elements have the names that the standard gives them") {
  CHECK(adjust_foreign_attribute("viewbox", Namespace::svg).name == "viewBox");
  CHECK(adjust_foreign_attribute("attributename", Namespace::svg).name == "attributeName");
  CHECK(adjust_foreign_attribute("zoomandpan", Namespace::svg).name == "zoomAndPan");
  CHECK(adjust_foreign_attribute("viewbox", Namespace::mathml).name == "viewbox");
  CHECK(adjust_foreign_attribute("definitionurl", Namespace::mathml).name == "definitionURL");
  CHECK(adjust_foreign_attribute("definitionurl", Namespace::svg).name == "definitionurl");
  const AdjustedName link = adjust_foreign_attribute("xlink:href", Namespace::mathml);
  CHECK(link.name == "href");
  CHECK(link.ns == Namespace::xlink);
  CHECK(adjust_foreign_attribute("xml:base", Namespace::svg).ns == Namespace::xml);
  CHECK(adjust_foreign_attribute("xmlns", Namespace::svg).name == "xmlns");
  CHECK(adjust_foreign_attribute("xlink:other", Namespace::svg).ns == Namespace::none);
  CHECK(adjust_foreign_attribute("href", Namespace::svg).name == "href");
}
