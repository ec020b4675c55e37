#include "hrefkit/html/dom.h"

#include <catch2/catch.hpp>

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// An attribute whose value stands at `span` of the text as it is.
Attribute written(std::string_view text, std::string_view name, text::Span span) {
  Attribute attribute;
  attribute.name = name;
  attribute.span = span;
  attribute.value = span.in(text);
  return attribute;
}

}  // namespace

TEST_CASE("attributes are what was appended, whether or not their values stand in the source") {
  const std::string_view text = "<p a=xy b=&amp;>";
  Document document(text);
  const NodeId p = document.append_element(document.root(), Namespace::html, "p", {0, 16});
  document.append_attribute(written(text, "a", {5, 7}));
  Attribute decoded;
  decoded.name = "b";
  decoded.ns = Namespace::xlink;
  decoded.span = {10, 15};
  decoded.value = document.keep(std::string("&"));
  text::SourceMap map;
  map.append_character(1, 5);
  decoded.map = document.keep(std::move(map));
  document.append_attribute(decoded);
  REQUIRE(document.attributes(p).size() == 2);
  CHECK(document.find_attribute(p, "a")->value == "xy");
  CHECK(document.find_attribute(p, "a")->value.data() == text.data() + 5);
  CHECK_FALSE(document.find_attribute(p, "b"));
  const auto b = document.find_attribute(p, "b", Namespace::xlink);
  REQUIRE(b);
  CHECK(b->value == "&");
  CHECK(b->to_text(1) == 15);
  CHECK(document[p].source == text::Span{0, 16});
}

TEST_CASE("equal names are kept once") {
  Document document("");
  const std::string_view first = document.keep_name(std::string("name"));
  for (int i = 0; i < 1'000; ++i) document.keep_name("other" + std::to_string(i));
  CHECK(document.keep_name("name").data() == first.data());
  CHECK(document.keep_name("other7") == "other7");
}

TEST_CASE("an element can have more attributes than a node record counts") {
  constexpr std::uint32_t count = 200'000;
  Document document("");
  const NodeId p = document.append_element(document.root(), Namespace::html, "p", {});
  for (std::uint32_t i = 0; i < count; ++i) {
    Attribute attribute;
    attribute.name = document.keep_name("a" + std::to_string(i % 1'000));
    document.append_attribute(attribute);
  }
  CHECK(document.attributes(p).size() == count);
  document.set_attribute(p, "new", "x");
  CHECK(document.attributes(p).size() == count + 1);
  CHECK(document.attributes(p)[count].name == "new");
  CHECK(document.remove_attribute(p, "new"));
  CHECK(document.attributes(p).size() == count);
}

TEST_CASE("kept strings stay where they are when the document moves") {
  Document document("");
  std::vector<std::string_view> kept;
  for (std::size_t i = 0; i < 1'000; ++i) kept.push_back(document.keep(std::string(i, 'x')));
  const Document moved = std::move(document);
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == std::string(i, 'x'));
}
