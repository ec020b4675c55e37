#include "hrefkit/html/live/fetched_again.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

/// "element[attribute]" of each URL that is fetched again.
Lines fetched_in(std::string_view markup) {
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  ElementUrls urls(document, {});
  Lines fetched;
  for (NodeId id = 0; id != no_node; id = document.next_in_tree(id)) {
    for (ElementUrl const& url : urls.of(id)) {
      if (!is_fetched_on_insertion(document, id, *url.row)) continue;
      fetched.push_back(std::string(document[id].name) + "[" +
                        std::string(attribute_name(*url.row)) + "]");
    }
  }
  return fetched;
}

}  // namespace

TEST_CASE("what inserting an element into another document fetches again") {
  struct Row {
    std::string_view markup;
    Lines fetched;
  };
  const Row rows[] = {
      {"<img src=x srcset=y longdesc=z>", {"img[src]", "img[srcset]"}},
      {"<picture><source srcset=x></picture>", {"source[srcset]"}},
      {"<video src=v poster=p><source src=s></video>", {"video[poster]"}},
      {"<audio src=x></audio><script src=y></script>", {}},
      {"<iframe src=x></iframe>", {"iframe[src]"}},
      {"<object data=x codebase=y></object>", {"object[data]"}},
      {"<embed src=x>", {"embed[src]"}},
      {"<input type=IMAGE src=x>", {"input[src]"}},
      {"<input src=x>", {}},
      {"<link rel=stylesheet href=x>", {"link[href]"}},
      {"<link rel=preload href=x imagesrcset=y>", {"link[href]", "link[imagesrcset]"}},
      {"<link rel=icon href=x><link rel=next href=y>", {}},
      {"<link rel=stylesheet href=x disabled>", {}},
      {"<link rel=modulepreload href=x disabled>", {"link[href]"}},
      {"<style>@import 'x'; a{b:url(y)}</style>", {"style[]", "style[]"}},
      {"<p style='b:url(y)'>", {"p[style]"}},
      {"<svg><image href=x xlink:href=y></image><pattern href=z></pattern></svg>",
       {"image[href]", "image[xlink:href]"}},
      {"<svg><use href=x></use><use xlink:href=y></use></svg>", {"use[href]", "use[xlink:href]"}},
      {"<a href=x></a><q cite=x></q><form action=x></form>", {}},
  };
  for (Row const& row : rows) {
    CAPTURE(row.markup);
    CHECK(fetched_in(row.markup) == row.fetched);
  }
}
