#include "hrefkit/html/link.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit::html;

namespace {

/// "name@begin-end" of each anchor, with spaces between.
std::string anchors_of(std::string_view text) {
  Notes notes;
  const Document document = parse_html(text, false, notes);
  std::string found;
  for (Anchor const& anchor : find_anchors(document)) {
    found += std::string(anchor.name) + "@" + std::to_string(anchor.span.begin) + "-" +
             std::to_string(anchor.span.end) + " ";
  }
  return found;
}

}  // namespace

// HTML Standard 7.4.2.3.3, "find a potential indicated element".
TEST_CASE("anchors are ids, and the names of HTML a elements") {
  CHECK(anchors_of("<p id=1 name=2><a name=3 id=4>") == "1@6-7 3@23-24 4@28-29 ");
  CHECK(anchors_of("<svg><a name=1 id=2>") == "2@18-19 ");
  CHECK(anchors_of("<p id=''>") == "@7-7 ");
  CHECK(anchors_of("<p id='a&amp;b'>") == "a&b@7-14 ");
}

TEST_CASE("anchors come in source order, without copies and template content") {
  CHECK(anchors_of("<table><td id=1></td><p id=2></table>") == "1@14-15 2@27-28 ");
  CHECK(anchors_of("<p><b id=1>x<p>y</b>") == "1@9-10 ");
  CHECK(anchors_of("<template><p id=1></template><p id=2>") == "2@35-36 ");
}
