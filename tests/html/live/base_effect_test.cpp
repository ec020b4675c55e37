#include "hrefkit/html/effect_report.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit;
using namespace hrefkit::html;
using url::Standard;

namespace {

/// "element[attribute] effect" of every URL in `markup`.
std::vector<std::string> effects_of(std::string_view markup, Standard standard) {
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  ElementUrls urls(document, {});
  std::vector<std::string> effects;
  for (NodeId id = 0; id != no_node; id = document.next_in_tree(id)) {
    for (ElementUrl const& url : urls.of(id)) {
      effects.push_back(std::string(document[id].name) + "[" +
                        std::string(attribute_name(*url.row)) + "] " +
                        std::string(name(base_effect(document, id, *url.row, standard))));
    }
  }
  return effects;
}

struct Row {
  std::string_view markup;
  std::vector<std::string> living;
  std::vector<std::string> older;  // empty: as the living standard
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("what elements do about their URLs when they are affected by a base URL change") {
  const Row rows[] = {
      // "If the element creates a hyperlink" (HTML5 (W3C draft) 2.6.5).
      {"<a href=x>", {"a[href] hyperlink"}, {}},
      {"<map><area href=x></map>", {"area[href] hyperlink"}, {}},
      {"<link rel=next href=x>", {"link[href] hyperlink"}, {}},
      {"<link rel='icon NEXT' href=x>", {"link[href] hyperlink"}, {}},
      {"<link rel=stylesheet href=x>", {"link[href] none"}, {}},
      {"<link rel=icon href=x>", {"link[href] none"}, {}},
      {"<link rel=preload href=x imagesrcset=y>",
       {"link[href] none", "link[imagesrcset] none"},
       {}},
      {"<link href=x>", {"link[href] none"}, {}},
      {"<svg><a href=x></a><a xlink:href=y></a></svg>",
       {"a[href] hyperlink", "a[xlink:href] hyperlink"},
       {}},
      // HTML Standard: "If the hyperlink has a ping attribute".
      {"<a href=x ping='p q'>",
       {"a[href] hyperlink", "a[ping] hyperlink", "a[ping] hyperlink"},
       {"a[href] hyperlink", "a[ping] none", "a[ping] none"}},
      {"<a ping=p>", {"a[ping] none"}, {}},
      // "If the element is a q, blockquote, section, article, ins, or del element with a cite
      // attribute" (HTML5 (W3C draft) 2.6.5); the living standard has no section and article.
      {"<q cite=x>", {"q[cite] cite"}, {}},
      {"<blockquote cite=x>", {"blockquote[cite] cite"}, {}},
      {"<ins cite=x>", {"ins[cite] cite"}, {}},
      {"<del cite=x>", {"del[cite] cite"}, {}},
      {"<section cite=x>", {"section[cite] none"}, {"section[cite] cite"}},
      {"<article cite=x>", {"article[cite] none"}, {"article[cite] cite"}},
      // "Otherwise: the element is not directly affected."
      {"<img src=x longdesc=y>", {"img[src] none", "img[longdesc] none"}, {}},
      {"<form action=x>", {"form[action] none"}, {}},
      {"<base href=x>", {"base[href] none"}, {}},
      {"<svg><use href=x></use></svg>", {"use[href] none"}, {}},
      {"<p style='background:url(x)'>", {"p[style] none"}, {}},
  };
  for (Row const& row : rows) {
    CAPTURE(row.markup);
    CHECK(effects_of(row.markup, Standard::whatwg) == row.living);
    for (Standard older : {Standard::whatwg_2012, Standard::html5, Standard::web_address}) {
      CHECK(effects_of(row.markup, older) == (row.older.empty() ? row.living : row.older));
    }
  }
}
