#include "hrefkit/url/url_attribute.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

TEST_CASE("attributes by name") {
  for (std::size_t i = 0; i < url_attribute_names.size(); ++i) {
    const auto attribute = static_cast<UrlAttribute>(i);
    CHECK(url_attribute_from_name(name(attribute)) == attribute);
  }
  CHECK(name(UrlAttribute::hash) == "hash");
  CHECK(url_attribute_from_name("path") == std::nullopt);
  CHECK(url_attribute_from_name("") == std::nullopt);
}

TEST_CASE("the older drafts lack origin, username and password; origin has no setter") {
  using A = UrlAttribute;
  for (Standard standard : all_standards) {
    CAPTURE(name(standard));
    const bool record = standard == Standard::whatwg || standard == Standard::whatwg_2012;
    CHECK(has_attribute(standard, A::origin) == record);
    CHECK(has_setter(standard, A::username) == record);
    CHECK(has_setter(standard, A::password) == record);
    CHECK(has_setter(standard, A::href));
    CHECK(has_setter(standard, A::pathname));
    CHECK_FALSE(has_setter(standard, A::origin));
  }
}

}  // namespace hrefkit::url
