#include "hrefkit/html/selector.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit;
using namespace hrefkit::html;

TEST_CASE("selectors name elements by id, class, name or path") {
  constexpr std::string_view markup =
      "<title>t</title><body class='a b'><p id=p class=b>text<i></i><b id=p></b></p>"
      "<template><p class=b></p></template><svg><linearGradient/></svg><br>";
  Notes notes;
  const Document document = parse_html(markup, {}, notes);
  struct Row {
    std::string_view selector;
    std::string_view found;  // names, with commas
  };
  const Row rows[] = {
      {"#p", "p,b"},
      {".b", "body,p"},
      {".a", "body"},
      {"p", "p"},
      {"P", "p"},
      {"linearGradient", "linearGradient"},
      {"lineargradient", ""},
      {"0", "html"},
      {"0.1", "body"},
      {"0.1.0.1", "b"},
      {"0.1.1.0", ""},  // template content
      {"0.1.3", "br"},
      {"0.1.4", ""},
      {"1", ""},
      {"99999999999999999999999", ""},
      {"0.", ""},
      {".0", ""},
      {"0..1", ""},
      {"#", ""},
      {".", ""},
      {"", ""},
      {"#P", ""},
  };
  for (Row const& row : rows) {
    CAPTURE(row.selector);
    std::string found;
    for (const NodeId id : select_elements(document, row.selector)) {
      found += (found.empty() ? "" : ",") + std::string(document[id].name);
    }
    CHECK(found == row.found);
  }
}
