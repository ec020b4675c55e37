#include "hrefkit/html/parse/flat_document.h"

#include <catch2/catch.hpp>
#include <set>

#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/text/utf8.h"
#include "support/outside_data.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// The elements that stand in the source: place, namespace, name, whether inert, attributes.
std::set<std::string> elements_of(Document const& document) {
  std::set<std::string> elements;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.clone || node.source.empty()) continue;
    // Attributes of several html and body tags end up on one element, or, listed, on each.
    if (document.is_html(id, "html") || document.is_html(id, "body")) continue;
    std::string element = std::to_string(node.source.begin) + " " + std::string(name(node.ns)) +
                          " " + std::string(node.name) + (node.inert ? " inert" : "");
    for (Attribute const& attribute : document.attributes(id)) {
      if (attribute.ns == Namespace::none && attribute.name != "href" && attribute.name != "src") {
        continue;
      }
      element += " " + std::string(name(attribute.ns)) + ":" + std::string(attribute.name) + "=" +
                 std::string(attribute.value) + "@" + std::to_string(attribute.span.begin);
    }
    elements.insert(std::move(element));
  }
  return elements;
}

void check_same_elements(std::string_view text) {
  Notes notes;
  const auto tree = elements_of(parse_html(text, false, notes));
  const auto flat = elements_of(parse_html_flat(text, false).document);
  INFO(text.substr(0, 2000));
  CHECK(tree == flat);
}

}  // namespace

TEST_CASE("the list holds the elements that the tree holds: tricky markup") {
  for (std::string_view text :
       {"<base href=/b/><p><a href=1>x<p><a href=2>", "<table><a href=1><tr><td><a href=2></table>",
        "<svg><a href=1 xlink:href=2><foreignObject><a href=3></foreignObject></svg><a href=4>",
        "<template><a href=1><table><tr><td><a href=2></template><a href=3>",
        "<template><a href=1><b id=2><marquee></template>x<a href=3>",
        "<template><a href=1><marquee></template><p><i></p><svg></svg>x",
        "<template><a href=1><marquee></template></a>x",
        "<style>a{}</style><script>'<a href=1>'</script><a href=2>",
        "<title><a href=1></title><textarea><a href=2></textarea><a href=3>",
        "<td><a href=1><frame src=2><image src=3><svg><lineargradient href=4>",
        "<x><base href=1><a href=2></a><frameset><frame src=3></frameset>",
        "<frameset><frameset><frame src=1>", "<head></head><frameset><frameset><frame src=1>",
        "</head><base href=1><meta><frameset><frame src=2>",
        "<svg xlink:x=1 xlink:=2 xlink:href=3 xml:base=4 xml:x=5 xmlns=6 xmlns:x=7><p "
        "xml:base=8>"}) {
    check_same_elements(text);
  }
}

TEST_CASE("the list holds the elements that the tree holds: real pages") {
  for (test::CorpusPage const& page : test::corpus_pages(50)) {
    const std::string text = test::file_bytes(page.path);
    if (text::find_invalid_utf8(text) != text.size()) continue;
    INFO(page.path);
    check_same_elements(text);
  }
}

TEST_CASE("a million nested elements, and a million attributes, take no more than a list") {
  std::string nested = "<base href=/b/>";
  for (int i = 0; i < 1'000'000; ++i) nested += "<div>";
  nested += "<a href=x>";
  const Document document = parse_html_flat(nested, false).document;
  CHECK(document.size() == 1'000'009);
  std::string attributes = "<a href=x";
  for (int i = 0; i < 1'000'000; ++i) attributes += " a" + std::to_string(i);
  const Document wide = parse_html_flat(attributes + ">", false).document;
  CHECK(wide.attributes(static_cast<NodeId>(wide.size() - 1)).size() == 1'000'001);
}
