#include "hrefkit/html/links/link_values.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/parse/xml_adapter.h"

using namespace hrefkit::html;
using Strings = std::vector<std::string>;

namespace {

/// "raw|written" of each URL of the document, element by element.
Strings urls_of(Document const& document, AlsoFind const& also = {}) {
  ElementUrls urls(document, also);
  Strings found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (!carries_links(document[id], false)) continue;
    for (ElementUrl const& url : urls.of(id)) {
      found.push_back(std::string(url.raw) + "|" + std::string(url.span.in(document.text())));
    }
  }
  return found;
}

Strings urls_of(std::string_view text, AlsoFind const& also = {}) {
  Notes notes;
  return urls_of(parse_html(text, false, notes), also);
}

}  // namespace

TEST_CASE("an element's URLs come attribute by attribute, then those of its text") {
  CHECK(urls_of("<style itemid=i style='a:url(b)'>c{d:url(e)}</style>") ==
        Strings{"i|i", "b|b", "e|e"});
  CHECK(urls_of("<img src=a&amp;b srcset='c 1x, d 2x' style='x:url(\\65)'>") ==
        Strings{"a&b|a&amp;b", "c|c", "d|d", "e|\\65"});
}

TEST_CASE("copies, shadow roots and template content carry no links of their own") {
  CHECK(urls_of("<p><b itemid=i>x<p>y</b>") == Strings{"i|i"});
  CHECK(urls_of("<div><template shadowrootmode=open itemid=i><a href=x></template></div>") ==
        Strings{"x|x"});
  CHECK(urls_of("<template itemid=i><a href=x></template>") == Strings{"i|i"});
}

TEST_CASE("a style sheet in several pieces is one, with the place of each URL") {
  Notes notes;
  const Document document = parse_xml(
      "<style xmlns='http://www.w3.org/1999/xhtml'>a{b:url(1)}<!-- -->c{d:url(&#50;)}"
      "<x/>e{f:url(<![CDATA[3]]>)}</style>",
      notes);
  REQUIRE(notes.empty());
  const Strings urls = urls_of(document);
  REQUIRE(urls.size() == 3);
  CHECK(urls[0] == "1|1");
  CHECK(urls[1] == "2|&#50;");
  CHECK(urls[2].starts_with("3|"));
}

TEST_CASE("cards, JSON-LD and import maps are read on request") {
  constexpr std::string_view text =
      "<meta property=og:image content=a><script type='application/ld+json'>{\"@id\":\"b\"}"
      "</script><script type=importmap>{\"imports\":{\"c\":\"./d\"}}</script>";
  CHECK(urls_of(text).empty());
  CHECK(urls_of(text, {.meta = true}) == Strings{"a|a"});
  CHECK(urls_of(text, {.json_ld = true}) == Strings{"b|b"});
  CHECK(urls_of(text, {.import_map = true}) == Strings{"./d|./d"});
}
