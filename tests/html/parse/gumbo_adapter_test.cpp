#include "hrefkit/html/parse/gumbo_adapter.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

using namespace hrefkit::html;

namespace {

/// The attributes of the last element of `text`: `name=value@begin-end ...`.
std::string last_attributes(std::string_view text) {
  Notes notes;
  const Document document = parse_html(text, false, notes);
  NodeId last = document.root();
  for (NodeId id = last; id != no_node; id = document.next_in_tree(id)) last = id;
  std::string found;
  for (Attribute const& attribute : document.attributes(last)) {
    if (!found.empty()) found += ' ';
    if (attribute.ns == Namespace::xlink) found += "(xlink)";
    found += attribute.name;
    found += '=';
    found += attribute.value;
    found += '@' + std::to_string(attribute.span.begin) + '-' + std::to_string(attribute.span.end);
  }
  return found;
}

/// The names of the elements that stand in `text`, each with its place.
std::string places(std::string_view text) {
  Notes notes;
  const Document document = parse_html(text, false, notes);
  std::string found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.source.empty()) continue;
    if (!found.empty()) found += ' ';
    found += node.name;
    found += '@' + std::to_string(node.source.begin) + '-' + std::to_string(node.source.end);
  }
  return found;
}

}  // namespace

TEST_CASE("attribute values are found where they stand") {
  CHECK(last_attributes("<p a=b>") == "a=b@5-6");
  CHECK(last_attributes("<p a='b' c=\"d\">") == "a=b@6-7 c=d@12-13");
  CHECK(last_attributes("<p a = b\tc\n=\f'd' >") == "a=b@7-8 c=d@14-15");
  CHECK(last_attributes("<p a=''>") == "a=@6-6");
  CHECK(last_attributes("<p a= >") == "a=@6-6");
  CHECK(last_attributes("<p a b>") == "a=@4-4 b=@6-6");
  CHECK(last_attributes("<p a=&#x41;b>") == "a=Ab@5-12");
  CHECK(last_attributes("<p a=b&amp;>") == "a=b&@5-11");
  CHECK(last_attributes("<p a=/>") == "a=/@5-6");
}

TEST_CASE("of attributes of one name the first counts") {
  CHECK(last_attributes("<p a=1 A=2 b=3>") == "a=1@5-6 b=3@13-14");
  CHECK(last_attributes("<p a/a/b=c>") == "a=@4-4 b=c@9-10");
  CHECK(last_attributes("<p a='>'a='<'b=\"\"a/>") == "a=>@6-7 b=@16-16");
  CHECK(last_attributes("<p a= a b>") == "a=a@6-7 b=@9-9");
  CHECK(last_attributes("<svg><a a=/ a/>") == "a=/@10-11");
  CHECK(last_attributes("<p a/=b/a>") == "a=@4-4 =b=@7-7");
  CHECK(last_attributes("<p a=1 =b a>") == "a=1@5-6 =b=@9-9");
  CHECK(last_attributes("<p a=1 a='2'=b>") == "a=1@5-6 =b=@14-14");
}

TEST_CASE("the head element is its tag's, however many html tags stand before it") {
  for (const std::string_view text : {"<html><html><head profile='&amp;'>",
                                      "<html><html a> <head profile='&amp;'></head><head x>"}) {
    hrefkit::html::Notes notes;
    const Document document = parse_html(text, false, notes);
    const NodeId html = document[document.root()].first_child;
    const NodeId head = document[html].first_child;
    CHECK(document[head].source.in(text) == "<head profile='&amp;'>");
    REQUIRE(document.attributes(head).size() == 1);
    CHECK(document.attributes(head)[0].value == "&");
    CHECK(document.attributes(head)[0].span.in(text) == "&amp;");
  }
}

TEST_CASE("attribute names are those of the standard") {
  CHECK(last_attributes("<p ABC=x>") == "abc=x@7-8");
  CHECK(last_attributes("<p a\x01=x>") == "a\x01=x@6-7");
  CHECK(last_attributes("<p =a=x>") == "=a=x@6-7");
  CHECK(last_attributes("<p xlink:href=x>") == "xlink:href=x@14-15");
  CHECK(last_attributes("<svg XLINK:href=x>") == "(xlink)href=x@16-17");
  CHECK(last_attributes("<svg VIEWBOX=x>") == "viewBox=x@13-14");
  CHECK(last_attributes({"<p a\0b=x>", 9}) ==
        "a\xEF\xBF\xBD"
        "b=x@7-8");
  CHECK(last_attributes({"<p \0href=x href=y>", 19}) == "\xEF\xBF\xBDhref=x@9-10 href=y@16-17");
}

TEST_CASE("elements stand where their tag does") {
  CHECK(places("<p><x-a></x-a><!-- --><q>") == "p@0-3 x-a@3-8 q@22-25");
  CHECK(places("<table><math><mi><![CDATA[x]]>y<q>") == "math@7-13 mi@13-17 q@31-34 table@0-7");
  CHECK(places("<svg><desc><title></title><q>") == "svg@0-5 desc@5-11 title@11-18 q@26-29");
  CHECK(places("</><p></></><x-a>") == "p@3-6 x-a@12-17");
  CHECK(places("<p><!-- </> --><q></></q></><i>") == "p@0-3 q@15-18 i@28-31");
}
