// The trees are those that Chromium 156 builds.
#include "hrefkit/html/parse/template_patches.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/parse/flat_document.h"
#include "html/parse/tree_text.h"
#include "support/run_cost.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// What the html element holds.
std::string tree_of(std::string_view text, bool scripting = true) {
  Notes notes;
  const Document document = parse_html(text, scripting, notes);
  if (!notes.empty()) return notes.front().message;
  return test::tree_text(document, document[document.root()].first_child);
}

std::string copies_of(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

/// The live elements of tags in tree order, those in shadow trees last: names and places.
std::string elements_in_order(Document const& document) {
  std::string elements;
  std::string in_shadow;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.type != NodeType::element || node.source.empty() || node.is_shadow_root) continue;
    if (document.is_html(id, "head") || document.is_html(id, "body") || node.inert) continue;
    (node.in_shadow ? in_shadow : elements) +=
        std::string(node.name) + " " + std::to_string(node.source.begin) + "\n";
  }
  return elements + "shadow trees:\n" + in_shadow;
}

/// Where a document is listed, its live elements are those of the tree, in one order.
void check_list(std::string_view text) {
  Notes notes;
  const FlatDocument flat = parse_html_flat(text, true);
  CHECK_FALSE(flat.leaves_patches);
  CHECK(elements_in_order(flat.document) == elements_in_order(parse_html(text, true, notes)));
}

struct Row {
  std::string_view rule;  // of HTML Standard 13.2.6.4.4 and its algorithms
  std::string_view text;
  std::string_view tree;
};

void check(std::initializer_list<Row> rows) {
  for (Row const& row : rows) {
    CAPTURE(row.rule, row.text);
    CHECK(tree_of(row.text) == row.tree);
    check_list(row.text);
  }
}

constexpr std::string_view template_stays = "head body(div template[a])";

}  // namespace

TEST_CASE("the content of a template stands in the place of the marker that its for names") {
  check({
      {"a marker is a place", "<div><?marker name='x'></div><template for=x><a></template><i>",
       "head body(div(a) i)"},
      {"the place counts, not the source order",
       "<p><b></b><?marker name='x'><i></i></p><template for=x><a></a><u></u></template>",
       "head body(p(b a u i))"},
      {"start and end are a range",
       "<div><b></b><?start name='x'><i></i><?end><u></u></div><template for=x><a></template>",
       "head body(div(b a u))"},
      {"a range without an end goes to the end of the parent",
       "<div><b></b><?start name='x'><i></i><p></p></div><template for=x><a></template>",
       "head body(div(b a))"},
      {"an end below a sibling is not the end of the range",
       "<div><?start name='x'><i></i><p><?end></p><b></b><?end><u></u></div>"
       "<template for=x><a></template>",
       "head body(div(a u))"},
      {"ranges nest, whatever the names of their ends",
       "<div><?start name='x'><i></i><?start><b></b><?end name='x'><u></u><?end name='y'><q></q>"
       "</div><template for=x><a></template>",
       "head body(div(a q))"},
      {"an inner range may take the end",
       "<div><?start name='x'><i></i><?start name='y'><b></b><?end><u></u></div>"
       "<template for=x><a></template>",
       "head body(div(a))"},
      {"a range may be empty",
       "<div><?start name='x'><i></i><?end></div><template for=x></template>", "head body(div)"},
      {"what the parser reads later stays",
       "<div><?start name='x'><i></i><template for=x><a></a></template><b></b><?end><u></u></div>",
       "head body(div(a b u))"},
      {"the end of the text ends the template", "<div><?marker name='x'></div><template for=x><a>",
       "head body(div(a))"},
      {"elements that are open at </template> end",
       "<div><?marker name='x'></div><template for=x><p><b></template><i>",
       "head body(div(p(b)) i)"},
      {"attributes of the template are read as ever",
       "<div><?marker name='&lt;'></div><template FOR='&lt;'><a></template>", "head body(div(a))"},
  });
}

TEST_CASE("a template without a marker is inert") {
  check({
      {"no marker", "<div></div><template for=x><a></template>", template_stays},
      {"for is empty", "<div><?marker name=''></div><template for=''><a></template>",
       template_stays},
      {"no for", "<div><?marker name=''></div><template><a></template>", template_stays},
      {"white space counts", "<div><?marker name='x'></div><template for=' x'><a></template>",
       template_stays},
      {"a marker is read before the template",
       "<div></div><template for=x><a></template><?marker name='x'>", template_stays},
      {"an end is no marker", "<div><?end name='x'></div><template for=x><a></template>",
       template_stays},
      {"a marker is consumed",
       "<div><?marker name='x'></div><template for=x></template><template for=x><a></template>",
       template_stays},
      {"SVG has no templates", "<svg><?marker name='x'><template for=x><a></template></svg>",
       "head body(svg:svg(svg:template[svg:a]))"},
      {"a comment is no marker", "<div><!--?marker name='x'--></div><template for=x><a></template>",
       template_stays},
      {"raw text has no markers",
       "<div><xmp><?marker name='x'></xmp></div><template for=x><a></template>",
       "head body(div(xmp) template[a])"},
  });
}

TEST_CASE("targets, names and values of markers are written as in XML") {
  struct Case {
    std::string_view marker;
    bool counts;
  };
  const Case cases[] = {
      {"<?marker name=\"x\">", true},
      {"<?marker name='x'?>", true},
      {"<?marker name='x' ?>", true},
      {"<?marker \t\n name \n=\t'x'>", true},
      {"<?marker id='y' name='x'>", true},
      {"<?marker a:b='y' name='x'>", true},
      {"<?marker a.b-c='y' name='x'>", true},
      {"<?marker \xC3\xA9='y' name='x'>", true},
      {"<?marker name='&#120;'>", true},
      {"<?marker name='&#x78;'>", true},
      {"<?start name='x'>", true},
      {"<?MARKER name='x'>", false},
      {"<?marker NAME='x'>", false},
      {"<?marker name='X'>", false},
      {"<?marker name=x>", false},
      {"<?marker a:name='x'>", false},
      {"<?marker name='x' name='x'>", false},
      {"<?marker name='x' y>", false},
      {"<?marker name='x' y=z>", false},
      {"<?marker name='x'y='z'>", false},
      {"<?marker 1a='y' name='x'>", false},
      {"<?marker name='x' a='&nbsp;'>", false},
      {"<?marker name='x' a='<'>", false},
      {"<?marker name='x' a='&'>", false},
      {"<?marker name='x'?\?>", false},
      {"<?marker?name='x'>", false},
      {"<?marker name='x'/>", false},
      {"<?marker/name='x'>", false},
      {"<?markername='x'>", false},
      {"<? marker name='x'>", false},
  };
  for (Case const& c : cases) {
    CAPTURE(c.marker);
    const std::string text =
        "<div>" + std::string(c.marker) + "</div><template for=x><a></template>";
    CHECK(tree_of(text) == (c.counts ? "head body(div(a))" : template_stays));
    check_list(text);
  }
}

TEST_CASE("white space in the name of a marker is spaces") {
  CHECK(tree_of("<div><?marker name='a\tb'></div><template for='a b'><a></template>") ==
        "head body(div(a))");
  CHECK(tree_of("<div><?marker name='a\nb'></div><template for='a b'><a></template>") ==
        "head body(div(a))");
  CHECK(tree_of("<div><?marker name='a&#9;b'></div><template for='a\tb'><a></template>") ==
        "head body(div(a))");
}

TEST_CASE("an end is known by its target alone") {
  for (std::string_view const end : {"<?end>", "<?end?>", "<?end x>", "<?end ?>", "<?end?x>"}) {
    CAPTURE(end);
    CHECK(tree_of("<div><?start name='x'><i></i>" + std::string(end) +
                  "<b></b></div><template for=x><a></template>") == "head body(div(a b))");
  }
  for (std::string_view const other : {"<?END>", "<?end/>", "<?ends>", "<!--?end-->"}) {
    CAPTURE(other);
    CHECK(tree_of("<div><?start name='x'><i></i>" + std::string(other) +
                  "<b></b></div><template for=x><a></template>") == "head body(div(a))");
  }
}

TEST_CASE("a template looks for markers below the node that it would go into") {
  check({
      {"below the parent", "<div><p><?marker name='x'></p><template for=x><a></template></div>",
       "head body(div(p(a)))"},
      {"not beside the parent",
       "<p><?marker name='x'></p><div><template for=x><a></template></div>",
       "head body(p div(template[a]))"},
      {"not in a formatting element that is open",
       "<div><?marker name='x'></div><b><template for=x><a></template>",
       "head body(div b(template[a]))"},
      {"for a child of body, below html",
       "<head><?marker name='x'></head><body><template for=x><a>", "head(a) body"},
      {"for a child of head, below head", "<?marker name='x'><head><template for=x><a></template>",
       "head(template[a]) body"},
      {"between head and body", "<head></head><?marker name='x'><body><template for=x><a>",
       "head a body"},
      {"behind body", "<body></body><?marker name='x'></html><template for=x><a>", "head body a"},
      {"not beside html", "<body></body></html><?marker name='x'><template for=x><a>",
       "head body(template[a])"},
      {"in a template, in its contents",
       "<template><p><?marker name='x'></p><template for=x><a></template></template>",
       "head(template[p(a)]) body"},
      {"not from a template outward",
       "<div><?marker name='x'></div><template><template for=x><a></template></template>",
       "head body(div template[template[a]])"},
      {"not into a template",
       "<div><template><?marker name='x'></template><?marker name='x'></div><template for=x><a>",
       "head body(div(template a))"},
      {"in a shadow root",
       "<div><template shadowrootmode=open><p><?marker name='x'></p><template for=x><a></template>"
       "</template></div>",
       "head body(div(template#[p(a)]))"},
      {"not into a shadow root",
       "<div><template shadowrootmode=open><?marker name='x'></template></div><template for=x><a>",
       "head body(div(template#) template[a])"},
      {"a shadow root is no child of its host, which a range could hold",
       "<div><?start name='x'><b></b><template shadowrootmode=open><i></template></div>"
       "<template for=x><a></template>",
       "head body(div(template#[i] a))"},
      {"a template that becomes a shadow root moves nothing",
       "<div><?marker name='x'><template for=x shadowrootmode=open><a></template></div>",
       "head body(div(template#[a]))"},
      {"one that cannot, does",
       "<div><i><?marker name='x'></i><template shadowrootmode=open></template>"
       "<template for=x shadowrootmode=open><a></template></div>",
       "head body(div(i(a) template#))"},
      {"the first in tree order",
       "<div><p><?marker name='x'></p><?marker name='x'></div><template for=x><a></template>",
       "head body(div(p(a)))"},
      {"in foreign content", "<svg><desc><?marker name='x'></desc></svg><template for=x><a>",
       "head body(svg:svg(svg:desc(a)))"},
  });
}

TEST_CASE("markers and templates stand in tables and selects") {
  check({
      {"in table", "<table><?marker name='x'><template for=x><a></template></table>",
       "head body(table(a))"},
      {"in row", "<table><tr><?marker name='x'><template for=x><td><a></template></table>",
       "head body(table(tbody(tr(td(a)))))"},
      {"a foster parent takes what stands before the table",
       "<table><?start name='x'><a></a><?end><template for=x><i></template></table>",
       "head body(a table(i))"},
      {"the content is parsed as in a template",
       "<div><table><?marker name='x'></table><template for=x><tr><div><a></template></div>",
       "head body(div(table(tr div(a))))"},
      {"the parent of a template in a body of a table is that",
       "<table><?start name='x'><tr><td></td></tr><template for=x><tr></template></table>",
       "head body(table(tbody(tr(td) template[tr])))"},
      {"in select",
       "<select><?start name='x'><option><i></i></option><?end><template for=x><option><a>"
       "</template></select>",
       "head body(select(option(a)))"},
  });
}

TEST_CASE("a foster parent takes elements of the content of a template, too") {
  const std::string_view text =
      "<div><?marker name='x'></div><template for=x><table><a></a><tr><i></i></table><u></u>"
      "</template><b>";
  CHECK(tree_of(text) == "head body(div(a i table(tbody(tr)) u) b)");
  // In a list they come behind the table.
  const std::string elements = elements_in_order(parse_html_flat(text, true).document);
  CHECK(elements == "div 0\ntable 45\ntr 59\na 52\ni 63\nu 78\nb 96\nshadow trees:\n");
}

TEST_CASE("templates in templates") {
  check({
      {"a marker in the content of the outer template",
       "<div><?marker name='x'></div><template for=x><p><?marker name='y'></p><i></i>"
       "<template for=y><a></a></template></template>",
       "head body(div(p(a) i))"},
      {"the scope is where the outer content goes",
       "<div><?marker name='x'></div><p><?marker name='y'></p><template for=x><i></i>"
       "<template for=y><a></a></template></template>",
       "head body(div(i template[a]) p)"},
      {"each appends for the next",
       "<div><?marker name='x'></div><template for=x><a></a><?marker name='x'></template>"
       "<template for=x><b></b><?marker name='x'></template>",
       "head body(div(a b))"},
      {"an inner one replaces what the outer one has put there",
       "<div><?start name='x'><u></u><?end></div><template for=x><i></i>"
       "<template for=x><a></a></template><b></b></template>",
       "head body(div(a b))"},
      {"where the outer place is gone, the rest goes to the end of its parent",
       "<div><?start name='y'><u></u><?marker name='x'><?end><i></i></div><template for=x>"
       "<template for=y><a></a></template><b></b></template>",
       "head body(div(a i b))"},
      {"an inert one stays inert",
       "<div><?marker name='x'></div><template "
       "for=x><template><a></a></template><i></i></template>",
       "head body(div(template[a] i))"},
  });
}

TEST_CASE("base elements that a template replaces are noted") {
  const std::string_view text =
      "<p><?start name=x><?start name='x'><base href=/a/><?end></p><template for=x><base "
      "href=/b/></template><template><base href=/c/></template>";
  Notes notes;
  const Document document = parse_html(text, true, notes);
  REQUIRE(document.removed_bases().size() == 1);
  CHECK(document.removed_bases()[0].at == text.find("<template"));
  CHECK(document.find_attribute(document.removed_bases()[0].element, "href")->value == "/a/");
  REQUIRE(document.patches().size() == 1);
  TemplatePatch const& patch = document.patches()[0];
  CHECK(patch.marker.in(text) == "<?start name='x'>");
  CHECK(document.patch_of(patch.element) == nullptr);
  CHECK(document.patch_of(patch.last) == &patch);
  CHECK(document.patch_of(patch.last + 1) == nullptr);
}

TEST_CASE("no instruction is left in the tree") {
  Notes notes;
  const Document document = parse_html(
      "<div><?marker name='x'><?marker name='y'><?end></div><template for=x><?end></template>",
      true, notes);
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    CHECK(document[id].type != NodeType::instruction);
  }
}

TEST_CASE("where templates look for markers for too long, the document is listed") {
  const auto page_of = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "<p><?marker name='x'></p>";
    for (std::size_t i = 0; i < count; ++i) text += "<div><template for=x></template></div>";
    return text;
  };
  CHECK(tree_of(page_of(1'000)).find("for attribute") == std::string::npos);
  const std::string page = page_of(10'000);
  CHECK(parse_html_flat(page, true).leaves_patches);
  Notes notes;
  static_cast<void>(parse_html(page, true, notes));
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].message ==
        "too many templates with a for attribute look for their markers; the document is read as a "
        "flat list of elements");
  CHECK(notes[1].kind == NoteKind::templates_left);
}

TEST_CASE("a list has the base elements that a template replaces") {
  const std::string text =
      "<p><?start name='x'><base href=/a/><?end></p><template for=x><base href=/b/></template>" +
      copies_of("<div>", 600) + "<template for=y><a></template>";
  Notes notes;
  const Document document = parse_html(text, true, notes);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message ==
        "elements nest too deep; the document is read as a flat list of elements");
  REQUIRE(document.removed_bases().size() == 1);
  CHECK(document.find_attribute(document.removed_bases()[0].element, "href")->value == "/a/");
  REQUIRE(document.patches().size() == 1);
  CHECK(document.patches()[0].marker.in(text) == "<?start name='x'>");
  const std::size_t base = text.find("<base href=/b/");
  CHECK(elements_in_order(document).starts_with("p 0\nbase " + std::to_string(base) + "\ndiv "));
}

TEST_CASE("markers that nest deep are looked for within bounds") {
  const std::string text =
      copies_of("<div><?marker name='x'>", 40'000) + copies_of("<template for=x></template>", 100);
  const test::RunCost cost = test::cost_of([&] { static_cast<void>(parse_html_flat(text, true)); });
  CHECK(cost.succeeded());
  if (!test::can_measure_cost()) {
    WARN("skipped under a sanitizer");
    return;
  }
  CHECK(cost.seconds < test::allowed_seconds(text.size()));
}

TEST_CASE("a list with templates takes time in proportion to the text") {
  // Deep elements, shadow roots and tables, each with a marker and a template in the innermost.
  for (std::string_view const piece : {"<div>", "<div><template shadowrootmode=open>",
                                       "<table><tr><td>", "<table><b>", "<template>", "<p><b>"}) {
    CAPTURE(piece);
    const std::string text = copies_of(piece, 50'000) +
                             "<i></i><?marker name='x'><template for=x><a></template>" +
                             copies_of("x<hr>", 50'000);
    const FlatDocument flat = parse_html_flat(text, true);
    CHECK_FALSE(flat.leaves_patches);
    CHECK(flat.document.patches().size() == 1);
  }
}

TEST_CASE("instructions of patches are known by their targets") {
  CHECK(is_patch_marker("<?marker>"));
  CHECK(is_patch_marker("<?start name='x'?>"));
  CHECK(is_patch_marker("<?end?>"));
  CHECK_FALSE(is_patch_marker("<?php start ?>"));
  CHECK_FALSE(is_patch_marker("<!--?end-->"));
  CHECK_FALSE(is_patch_marker("<?end"));
}
