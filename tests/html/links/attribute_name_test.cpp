#include "hrefkit/html/links/link_row_table.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

TEST_CASE("every attribute of the link table has a number, found in any case") {
  for (LinkRow const& row : link_rows()) {
    const std::string_view written = attribute_name(row);
    if (written.empty()) continue;
    CAPTURE(written);
    const AttributeName found = read_attribute_name(hrefkit::text::pack_name(written), written);
    REQUIRE(found != other_attribute);
    CHECK(name(found) == written);
    std::string upper(written);
    for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 0x20 : c);
    CHECK(read_attribute_name(hrefkit::text::pack_name(upper), upper) == found);
    CHECK(attribute_filter.may_contain(written));
  }
}

TEST_CASE("so have the attributes that decide about links") {
  for (const std::string_view written : {"http-equiv", "id", "name", "rel", "type", "xml:base"}) {
    CAPTURE(written);
    CHECK(name(read_attribute_name(hrefkit::text::pack_name(written), written)) == written);
  }
}

TEST_CASE("other names have no number") {
  for (const std::string_view written :
       {"class", "hre", "hreff", "HREF ", "data-href", "xlink:hre", "imagesrcsetx", "x"}) {
    CAPTURE(written);
    CHECK(read_attribute_name(hrefkit::text::pack_name(written), written) == other_attribute);
  }
}

TEST_CASE("names are sorted, and each is there once") {
  for (std::size_t i = 1; i < attribute_names.size(); ++i) {
    CHECK(attribute_names[i - 1] < attribute_names[i]);
  }
}
