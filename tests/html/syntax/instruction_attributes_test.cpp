#include "hrefkit/html/syntax/instruction_attributes.h"

#include <catch2/catch.hpp>

using hrefkit::html::read_instruction_attributes;

TEST_CASE("attributes of an instruction have names, places and values") {
  const std::string_view data = " a='1'\n b_ = \"x&amp;'y\"";
  const auto attributes = read_instruction_attributes(data);
  REQUIRE(attributes);
  REQUIRE(attributes->size() == 2);
  CHECK((*attributes)[0].name == "a");
  CHECK((*attributes)[0].value == "1");
  CHECK((*attributes)[1].name == "b_");
  CHECK((*attributes)[1].span.in(data) == "x&amp;'y");
  CHECK((*attributes)[1].value == "x&'y");
  CHECK(read_instruction_attributes("")->empty());
  CHECK(read_instruction_attributes("  ")->empty());
}

TEST_CASE("data that is not written as attributes is refused") {
  for (std::string_view const data :
       {"a='1'", " a", " a=", " a=1", " a='1", " a='1'b='2'", " a='1' a='2'", " ='1'", " -a='1'",
        " a='<'", " a='&'", " a='&x;'", " a='&#0;'", " a='1' ?"}) {
    CAPTURE(data);
    CHECK_FALSE(read_instruction_attributes(data));
  }
}
