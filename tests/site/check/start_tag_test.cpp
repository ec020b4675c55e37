#include "hrefkit/site/check/element_facts.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

/// The attribute `rel` beside the value "HERE".
std::string rel_of(std::string const& text) {
  const auto begin = static_cast<std::uint32_t>(text.find("HERE"));
  const SourceAttribute found = attribute_beside(text, {begin, begin + 4}, "rel");
  if (found.value) return found.is_known ? std::string(*found.value) : "unknown";
  return found.is_known ? "none" : "unknown";
}

}  // namespace

TEST_CASE("an attribute is read beside a link") {
  CHECK(rel_of("<link rel=icon href=HERE>") == "icon");
  CHECK(rel_of("<link href='HERE' rel='a b'>") == "a b");
  CHECK(rel_of("<link REL = \"x\" href = \"HERE\">") == "x");
  CHECK(rel_of("<link href=HERE>") == "none");
  CHECK(rel_of("<link rel href=HERE>") == "");
  CHECK(rel_of("<link rel=a rel=b href=HERE>") == "a");
  CHECK(rel_of("<link title='<b rel=no>' href=HERE rel=yes>") == "yes");
  CHECK(rel_of("<a rel=no></a><link href=HERE/>") == "none");
  CHECK(rel_of("<link data-rel=no href=HERE>") == "none");
}

TEST_CASE("what the source does not tell is not known") {
  CHECK(rel_of("<link rel='a&amp;b' href=HERE>") == "unknown");
  CHECK(rel_of("<link title='<b rel=no ' rel=yes href=HERE>") == "unknown");
  CHECK(rel_of("HERE") == "unknown");
  CHECK(rel_of("<p>HERE") == "unknown");
  CHECK(rel_of("<link rel='" + std::string(10'000, 'x') + "' href=HERE>") == "unknown");
}

}  // namespace hrefkit::site
