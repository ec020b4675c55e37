#include "hrefkit/html/parse/xml_entities.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

namespace {

std::string decode(std::string_view raw, XmlEntities const& entities = {}) {
  std::string value;
  hrefkit::text::SourceMap map;
  decode_xml_attribute(raw, entities, 1000, value, map);
  CHECK(map.to_source(static_cast<std::uint32_t>(value.size())) == raw.size());
  return value;
}

}  // namespace

TEST_CASE("attribute values are normalised (XML 1.0, section 3.3.3)") {
  CHECK(decode("").empty());
  CHECK(decode("plain") == "plain");
  CHECK(decode(" a\tb\nc\r\nd\re ") == " a b c d e ");
  CHECK(decode("a&#9;b&#10;c&#13;&#xA;d") == "a\tb\nc\r\nd");
  CHECK(decode("&amp;&lt;&gt;&quot;&apos;") == "&<>\"'");
  CHECK(decode("&#x80;&#150;&#xE9;") == "\xC2\x80\xC2\x96\xC3\xA9");  // no C1 replacements here
  CHECK(decode("a&unknown;b") == "ab");
}

TEST_CASE("internal entities, also in one another") {
  XmlEntities entities;
  entities.declare("a", "1");
  entities.declare("a", "2");
  entities.declare("b", "[&a;\t&a;]");
  entities.declare("c", "&b;&#38;amp;&lt;");
  entities.declare("lt", "&#60;");
  CHECK(decode("&a;", entities) == "1");
  CHECK(decode("&b;", entities) == "[1 1]");
  CHECK(decode("x&c;y", entities) == "x[1 1]&amp;<y");
  CHECK(decode("&lt;", entities) == "<");
  CHECK(decode("&eacute;", entities).empty());
}

TEST_CASE("names of HTML where the document type has them") {
  XmlEntities entities;
  entities.declare("nbsp", "mine");
  entities.add_html_names();
  CHECK(decode("&eacute;&nbsp;&AMP;&LT;", entities) == "\xC3\xA9mine&<");
  CHECK(decode("&NotEqualTilde;", entities) == "\xE2\x89\x82\xCC\xB8");
  CHECK(decode("&eacutex;", entities).empty());
  CHECK(has_html_entities("-//W3C//DTD XHTML 1.0 Strict//EN"));
  CHECK_FALSE(has_html_entities("-//W3C//DTD SVG 1.1//EN"));
  CHECK_FALSE(has_html_entities(""));
}

TEST_CASE("a value past the limit and entities in a circle end") {
  XmlEntities entities;
  entities.declare("a", "&b;&b;");
  entities.declare("b", "&a;");
  entities.declare("x", "xxxxxxxxxx");
  std::string value;
  hrefkit::text::SourceMap map;
  decode_xml_attribute("&a;", entities, 100, value, map);
  CHECK(value.empty());
  decode_xml_attribute("&x;&x;&x;&x;", entities, 15, value, map);
  CHECK(value.size() <= 20);
}
