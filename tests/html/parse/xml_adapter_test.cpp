#include "hrefkit/html/parse/xml_adapter.h"

#include <catch2/catch.hpp>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "hrefkit/html/parse/xml_entities.h"
#include "support/run_cost.h"

using namespace hrefkit::html;
using namespace std::string_literals;

namespace {

constexpr std::string_view xhtml = "xmlns='http://www.w3.org/1999/xhtml'";
constexpr std::string_view strict_doctype =
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'xhtml1-strict.dtd'";

std::string_view letter(Namespace ns) {
  switch (ns) {
    case Namespace::html:
      return "h:";
    case Namespace::svg:
      return "s:";
    case Namespace::mathml:
      return "m:";
    case Namespace::xlink:
      return "l:";
    case Namespace::xml:
      return "x:";
    case Namespace::xmlns:
      return "n:";
    case Namespace::atom:
    case Namespace::rss:
    case Namespace::rdf:
    case Namespace::rss_content:
    case Namespace::media_rss:
    case Namespace::itunes:
    case Namespace::google_play:
    case Namespace::podcast:
    case Namespace::chapters:
    case Namespace::dublin_core:
    case Namespace::comment_api:
    case Namespace::sitemap:
    case Namespace::sitemap_image:
    case Namespace::sitemap_video:
    case Namespace::opensearch:
    case Namespace::mozilla_search:
    case Namespace::browser_config:
    case Namespace::json_feed:
    case Namespace::other:
      return "o:";
    case Namespace::none:
      break;
  }
  return "";
}

/// The tree in short, `h:a(href=x)[...]`, without namespace declarations; `!` where there is a
/// fault.
std::string outline(Document const& document) {
  std::string out;
  std::vector<NodeId> ends;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    while (!ends.empty() && document[id].parent != ends.back()) {
      out += ']';
      ends.pop_back();
    }
    Node const& node = document[id];
    if (node.type == NodeType::text) {
      out += '"' + std::string(document.text_of(id).value) + '"';
    } else if (node.type == NodeType::element) {
      out += std::string(letter(node.ns)) + std::string(node.name);
      std::string attributes;
      for (Attribute const& a : document.attributes(id)) {
        if (a.ns == Namespace::xmlns) continue;
        attributes += (attributes.empty() ? "" : " ") + std::string(letter(a.ns)) +
                      std::string(a.name) + "=" + std::string(a.value);
      }
      if (!attributes.empty()) out += '(' + attributes + ')';
      if (node.inert) out += '~';
    }
    if (node.first_child != no_node && id != document.root()) {
      out += '[';
      ends.push_back(id);
    }
  }
  return out + std::string(ends.size(), ']');
}

std::string outline(std::string_view text) {
  Notes notes;
  const std::string tree = outline(parse_xml(text, notes));
  return notes.empty() ? tree : tree + "!";
}

std::string in_html(std::string_view content) {
  return "<html " + std::string(xhtml) + ">" + std::string(content) + "</html>";
}

/// The written text of an attribute's bytes `begin` to `end`.
std::string written(Document const& document, Attribute const& attribute, std::uint32_t begin,
                    std::uint32_t end) {
  const hrefkit::text::Span span{attribute.to_text(begin), attribute.to_text(end)};
  return std::string(span.in(document.text()));
}

NodeId find(Document const& document, std::string_view name) {
  NodeId id = document.root();
  while (id != no_node && document[id].name != name) id = document.next_in_tree(id);
  REQUIRE(id != no_node);
  return id;
}

}  // namespace

TEST_CASE("elements, attributes and namespaces") {
  CHECK(outline(in_html("<a href='x'><IMG SRC='y'/></a>")) == "h:html[h:a(href=x)[h:IMG(SRC=y)]]");
  CHECK(outline("<root xmlns:h='http://www.w3.org/1999/xhtml'><h:a href='1' h:href='2'/></root>") ==
        "root[h:a(href=1 h:href=2)]");
  CHECK(outline("<svg xmlns='http://www.w3.org/2000/svg' xml:base='/b/' "
                "xmlns:l='http://www.w3.org/1999/xlink'><a l:href='x' href='y'/></svg>") ==
        "s:svg(x:base=/b/)[s:a(l:href=x href=y)]");
  CHECK(outline(in_html("<math xmlns='http://www.w3.org/1998/Math/MathML'><mi href='1'/></math>"
                        "<b xmlns=''/><c xmlns='urn:x'/>")) == "h:html[m:math[m:mi(href=1)]bo:c]");
  CHECK(outline(in_html("<template><a/></template><a/>")) == "h:html[h:template[h:a~]h:a]");
}

TEST_CASE("text is kept in style and script elements") {
  CHECK(
      outline(in_html("x<style>a<b/>c</style>y<script>&lt;&#65;\r\n<![CDATA[<&x;]]>!</script>")) ==
      "h:html[h:style[\"a\"h:b\"c\"]h:script[\"<A\n<&x;!\"]]");
  CHECK(outline(in_html("<style><!-- url(x) -->a<?p i?>b</style>")) == "h:html[h:style[\"ab\"]]");
}

TEST_CASE("a text that the document ends in has its whole place") {
  Notes notes;
  const Document document = parse_xml("<urlset><url><loc>http://h/]", notes);
  const auto last = static_cast<NodeId>(document.size() - 1);
  CHECK(document[last].source == hrefkit::text::Span{18, 28});
}

TEST_CASE("of a text that is not well-formed all before the fault is there") {
  struct Case {
    std::string_view content;
    std::string_view tree;
  };
  const Case cases[] = {
      {"<i/><p></html>", "h:html[h:ih:p]!"},
      {"<i/><p href='1' href='2'/><b/>", "h:html[h:i]!"},
      {"<i/><p href=1/><b/>", "h:html[h:i]!"},
      {"<i/><p href/><b/>", "h:html[h:i]!"},
      {"<i/><p href='a<b'/><b/>", "h:html[h:i]!"},
      {"<i/><p href='&amp'/><b/>", "h:html[h:i]!"},
      {"<i/><p href='&nbsp;'/><b/>", "h:html[h:i]!"},
      {"<i/>&nbsp;<b/>", "h:html[h:i]!"},
      {"<i/>&<b/>", "h:html[h:i]!"},
      {"<i/>]]><b/>", "h:html[h:i]!"},
      {"<i/><!-- a -- b --><b/>", "h:html[h:i]!"},
      {"<i/>\x01<b/>", "h:html[h:i]!"},
      {"<i/><p href='&#0;'/><b/>", "h:html[h:i]!"},
      {"<i/></html><b/>", "h:html[h:i]!"},
      {"<style>a<b", "h:html[h:style[\"a\"]]!"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.content);
    CHECK(outline(in_html(c.content)) == c.tree);
  }
  CHECK(outline("") == "!");
  CHECK(outline("no markup") == "!");
  CHECK(outline("\n<?xml version='1.0'?><html/>") == "!");
  CHECK(outline("<?xml version='2.0'?><html/>") == "!");
  CHECK(outline("<?xml version='1.1'?><html/>") == "html");
  CHECK(outline("<html><b") == "html!");
}

TEST_CASE("an error of namespaces does not hide the rest") {
  struct Case {
    std::string_view content;
    std::string_view tree;
    std::string_view message;
  };
  const std::string_view unbound = "the namespace prefix 'x' is not declared";
  const std::string_view refused = " is not allowed and is ignored";
  const std::string_view names[] = {"xmlns:x", "xmlns:xml", "xmlns:xmlns", "xmlns"};
  const auto declaration = [&](std::size_t i) {
    return "the namespace declaration '" + std::string(names[i]) + "'" + std::string(refused);
  };
  const std::string messages[] = {declaration(0), declaration(1), declaration(2), declaration(3)};
  const Case cases[] = {
      {"<i/><x:p href='1'/><b/>", "h:html[h:ix:p(href=1)h:b]!", unbound},
      {"<i/><p x:y='1'/><b/>", "h:html[h:ih:p(x:y=1)h:b]!", unbound},
      {"<x:p><x:q x:r=''/></x:p>", "h:html[x:p[x:q(x:r=)]]!", unbound},
      {"<p xmlns:x='u'><x:q/></p><x:r/>", "h:html[h:p[o:q]x:r]!", unbound},
      {"<p xmlns:x=''/><b/>", "h:html[h:ph:b]!", messages[0]},
      {"<p xmlns:xml='u'/><b/>", "h:html[h:ph:b]!", messages[1]},
      {"<p xmlns:x='http://www.w3.org/XML/1998/namespace'/><b/>", "h:html[h:ph:b]!", messages[0]},
      {"<p xmlns:xmlns='u'/><b/>", "h:html[h:ph:b]!", messages[2]},
      {"<p xmlns='http://www.w3.org/2000/xmlns/'/><b/>", "h:html[h:ph:b]!", messages[3]},
      {"<a:b:c/><b/>", "h:html[a:b:ch:b]!", "'a:b:c' is not a qualified name"},
      {"<:a/><b/>", "h:html[:ah:b]!", "':a' is not a qualified name"},
      {"<a :b=''/><b/>", "h:html[h:a(:b=)h:b]!", "':b' is not a qualified name"},
      {"<p xmlns:x='u' xmlns:y='u' y:a='1' a='3' x:a='2'/><b/>", "h:html[h:p(o:a=1 a=3)h:b]!",
       "a second attribute of the name 'a' in the same namespace is ignored"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.content);
    CHECK(outline(in_html(c.content)) == c.tree);
    Notes notes;
    parse_xml(in_html(c.content), notes);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].kind == NoteKind::namespace_error);
    CHECK(notes[0].message == c.message);
  }
  CHECK(outline(in_html("<p xml:base='x' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>")) ==
        "h:html[h:p(x:base=x)]");
}

TEST_CASE("namespaces end with their element, and the inner one counts") {
  CHECK(outline("<a xmlns='u' xmlns:x='http://www.w3.org/2000/svg'><x:b xmlns:x='v' "
                "xmlns='http://www.w3.org/1999/xhtml'><x:c/><d/></x:b><x:e/><f/></a>") ==
        "o:a[o:b[o:ch:d]s:eo:f]");
  CHECK(outline("<!DOCTYPE a [<!ATTLIST a xmlns CDATA #FIXED 'http://www.w3.org/2000/svg' "
                "xmlns:l CDATA 'http://www.w3.org/1999/xlink' l:type CDATA 'simple'>]>"
                "<a l:href='x'><b/><a xmlns=''/></a>") ==
        "s:a(l:href=x l:type=simple)[s:ba(l:type=simple)]");
}

TEST_CASE("errors of namespaces are told ten times, long names shortened") {
  std::string content;
  for (int i = 0; i < 1000; ++i) content += "<p" + std::to_string(i) + ":a/>";
  Notes notes;
  CHECK(parse_xml(in_html(content), notes).size() == 1002);
  REQUIRE(notes.size() == 11);
  CHECK(notes[10].message == "there are more namespace errors");
  notes.clear();
  parse_xml(in_html("<" + std::string(59, 'x') + "\xC3\xA9\xC3\xA9:a/>"), notes);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message ==
        "the namespace prefix '" + std::string(59, 'x') + "...' is not declared");
}

TEST_CASE("malformed bytes that the decoder marked end the reading, with the place") {
  const std::string text = in_html("<a href='1'/><b href='x\xEF\xBF\xBF'/><a/>");
  Notes notes;
  CHECK(outline(parse_xml(text, notes)) == "h:html[h:a(href=1)]");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::not_well_formed);
  CHECK(notes[0].message == "not well-formed: bytes that are not a character");
  CHECK(text.substr(notes[0].span.begin).starts_with("\xEF"));
}

TEST_CASE("default attributes are kept once, and left out past a budget") {
  constexpr std::size_t count = 50'000;
  const auto document = [&](std::size_t length) {
    std::string text =
        "<!DOCTYPE a [<!ATTLIST b href CDATA '" + std::string(length, 'x') + "'>]><a>";
    for (std::size_t i = 0; i < count; ++i) text += "<b/>";
    return text + "</a>";
  };
  Notes notes;
  const std::string small = document(1);
  const Document with_all = parse_xml(small, notes);
  CHECK(notes.empty());
  const NodeId first = find(with_all, "b");
  CHECK(with_all.attributes(count + 1).size() == 1);
  CHECK(with_all.attributes(count + 1)[0].value.data() ==
        with_all.attributes(first)[0].value.data());

  const std::string large = document(10'000);
  const Document with_some = parse_xml(large, notes);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::left_out);
  CHECK(with_some.size() == count + 2);
  CHECK(with_some.attributes(2).size() == 1);
  CHECK(with_some.attributes(count + 1).empty());
}

TEST_CASE("running out of memory is an exception, not a fault of the document") {
  if (!hrefkit::test::can_measure_cost()) {
    WARN("skipped: a sanitizer needs address space without limit");
    return;
  }
  std::string text = "<!DOCTYPE a [<!ENTITY e 'x'>]><style>";
  for (int i = 0; i < 30'000; ++i) text += "<a href='&e;&#38;'>x</a>&#38;";
  text += "</style>";
  const std::vector<std::string> documents{
      text, std::string(strict_doctype) + ">" + text.substr(text.find("<style"))};
  for (std::size_t megabytes = 0; megabytes < 24; ++megabytes) {
    CAPTURE(megabytes);
    const auto parse_all = [&] {
      hrefkit::test::limit_memory(megabytes << 20);
      for (std::string const& document : documents) {
        Notes notes;
        try {
          parse_xml(document, notes);
        } catch (std::bad_alloc const&) {
          continue;
        }
        for (Note const& note : notes) {
          if (note.message.find("memory") != note.message.npos) throw std::logic_error("a fault");
        }
      }
    };
    CHECK(hrefkit::test::cost_of(parse_all).succeeded());
  }
}

TEST_CASE("the note tells where the fault is") {
  Notes notes;
  const std::string text = "<a>\n<b>\n</a>";
  parse_xml(text, notes);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::not_well_formed);
  CHECK(notes[0].message == "not well-formed: mismatched tag");
  CHECK(text.substr(notes[0].span.begin).starts_with("a>"));
}

TEST_CASE("a text that begins as in UTF-16 ends at its first NUL") {
  using namespace std::string_literals;
  const auto spread = [](std::string_view text, bool nul_first) {
    std::string units;
    for (const char c : text) units += nul_first ? "\0"s + c : c + "\0"s;
    return units;
  };
  constexpr std::string_view page = "<x xmlns:l='l'><a><b l:c='1' d='2'/></a></x>";
  for (const bool nul_first : {true, false}) {
    Notes notes;
    const Document document = parse_xml(spread(page, nul_first), notes);
    CHECK(document.size() == 1);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].message == "not well-formed: invalid token");
    CHECK(notes[0].span.begin == (nul_first ? 0 : 1));
  }
}

TEST_CASE("an encoding in the XML declaration does not count, the text being UTF-8") {
  CHECK(outline("<?xml version='1.0' encoding='iso-8859-1'?><a href='\xC3\xA9'/>") ==
        "a(href=\xC3\xA9)");
  CHECK(outline("<?xml version='1.0' encoding='utf-16'?><a/>") == "a");
  CHECK(outline("<?xml version='1.0' encoding='no-such'?><a/>") == "a");
}

TEST_CASE("entities") {
  const std::string strict(strict_doctype);
  CHECK(outline(strict + "><a href='&eacute;&nbsp;&lt;&AMP;'/>") == "a(href=\xC3\xA9\xC2\xA0<&)");
  CHECK(outline(strict + "><style>&eacute;&LT;</style>") == "style[\"\xC3\xA9<\"]");
  CHECK(outline(strict + " [<!ENTITY nbsp 'mine'>]><a href='&nbsp;'/>") == "a(href=mine)");
  CHECK(outline(strict + "><a href='x&bogus;y'/>") == "a(href=xy)");
  CHECK(outline("<!DOCTYPE a PUBLIC '-//X//Y' 'z'><a href='x&nbsp;y'/>") == "a(href=xy)");
  CHECK(outline("<!DOCTYPE a SYSTEM 'z'><a href='x&nbsp;y'/>") == "a(href=xy)");
  CHECK(outline("<!DOCTYPE a><a href='x&nbsp;y'/>") == "!");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e 'x&#38;amp;\ty'>]><a href='[&e;]'/>") == "a(href=[x& y])");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e '1'><!ENTITY e '2'>]><a href='&e;'/>") == "a(href=1)");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e \"<b href='&#38;lt;'/>\">]><a>&e;<c/></a>") ==
        "a[b(href=<)c]");
  CHECK(outline("<!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'x'>\">%p;]><a href='&e;'/>") ==
        "a(href=x)");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a><b/>&e;</a>") == "a[b]!");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a><b href='&e;'/></a>") == "a!");
}

TEST_CASE("nothing outside of the text is read") {
  CHECK(outline("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a><b/>&e;<c/></a>") ==
        "a[bc]");
  CHECK(outline("<!DOCTYPE a [<!ENTITY e SYSTEM '/etc/passwd'>]><a><b href='&e;'/></a>") == "a!");
  CHECK(outline("<!DOCTYPE a [<!ENTITY % e SYSTEM '/etc/passwd'>%e;]><a/>") == "a");
  CHECK(outline("<!DOCTYPE a SYSTEM '/etc/passwd'><a/>") == "a");
}

TEST_CASE("attributes that the document type gives have no place of their own") {
  const std::string text =
      "<!DOCTYPE a [<!ATTLIST a href CDATA 'dflt' class NMTOKENS #IMPLIED>]><a class='  b  c '/>";
  Notes notes;
  const Document document = parse_xml(text, notes);
  CHECK(outline(document) == "a(class=b c href=dflt)");
  const NodeId a = find(document, "a");
  const Attribute given = *document.find_attribute(a, "href");
  CHECK(given.span.empty());
  CHECK(given.to_text(2) == document[a].source.begin);
  CHECK(given.to_text(4) == document[a].source.begin);
  const Attribute normalised = *document.find_attribute(a, "class");
  CHECK(normalised.span.in(text) == "  b  c ");
  CHECK(written(document, normalised, 0, 3) == "  b  c ");
}

TEST_CASE("values lead back to the source") {
  const std::string text = std::string(strict_doctype) +
                           " [<!ENTITY e 'x-y'><!ENTITY b \"<b href='in'/>\">]>\n"
                           "<a href = \"p&amp;q&e;\r\nr&eacute;s\"\n\ttitle='t'>&b;</a>";
  Notes notes;
  const Document document = parse_xml(text, notes);
  CHECK(notes.empty());
  const NodeId a = find(document, "a");
  CHECK(document[a].source.in(text).starts_with("<a href"));
  CHECK(document[a].source.in(text).ends_with("'t'>"));
  const Attribute href = *document.find_attribute(a, "href");
  CHECK(href.value == "p&qx-y r\xC3\xA9s");
  CHECK(href.span.in(text) == "p&amp;q&e;\r\nr&eacute;s");
  CHECK(written(document, href, 0, 1) == "p");
  CHECK(written(document, href, 1, 2) == "&amp;");
  CHECK(written(document, href, 3, 6) == "&e;");
  CHECK(written(document, href, 6, 7) == "\r\n");
  CHECK(written(document, href, 8, 10) == "&eacute;");
  CHECK(written(document, href, 10, 11) == "s");
  CHECK(document.find_attribute(a, "title")->span.in(text) == "t");
  const NodeId b = find(document, "b");
  CHECK(document[b].source.in(text) == "&b;");
  CHECK(written(document, *document.find_attribute(b, "href"), 0, 2) == "&b;");
}

TEST_CASE("texts lead back to the source") {
  const std::string text =
      "<!DOCTYPE a [<!ENTITY e 'one<![CDATA[&e;]]>two'>]>"
      "<style>a&e;b<!-- c -->d\r\n<![CDATA[<e]]>&#x66;</style>";
  Notes notes;
  const Document document = parse_xml(text, notes);
  CHECK(notes.empty());
  SourcedString const& style = document.text_of(document[find(document, "style")].first_child);
  CHECK(style.value == "aone&e;twobd\n<ef");
  const auto source = [&](std::uint32_t begin, std::uint32_t end) {
    return text.substr(style.to_text(begin), style.to_text(end) - style.to_text(begin));
  };
  CHECK(source(0, 1) == "a");
  CHECK(source(1, 10) == "&e;");
  CHECK(text.substr(style.to_text(10), 1) == "b");
  CHECK(text.substr(style.to_text(11), 1) == "d");
  CHECK(text.substr(style.to_text(12), 2) == "\r\n");
  CHECK(text.substr(style.to_text(13), 2) == "<e");
  CHECK(source(15, 16) == "&#x66;");
}

TEST_CASE("entities that expand to too much end at once") {
  std::string laughs = "<!DOCTYPE a [<!ENTITY e0 'ha ha ha ha'>";
  for (int i = 1; i <= 30; ++i) {
    laughs += "<!ENTITY e" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) laughs += "&e" + std::to_string(i - 1) + ";";
    laughs += "'>";
  }
  CHECK(outline(laughs + "]><a><b/>&e30;</a>") == "a[b]!");
  CHECK(outline(laughs + "]><a><b href='&e30;'/></a>") == "a!");
  CHECK(outline(laughs + "]><style>&e30;</style>").ends_with("!"));

  std::string blow_up = "<!DOCTYPE a [<!ENTITY e '" + std::string(200'000, 'x') + "'>]><a><b/>";
  for (int i = 0; i < 50'000; ++i) blow_up += "&e;";
  CHECK(outline(blow_up + "</a>") == "a[b]!");
}

TEST_CASE("entities that nest deep end before the stack does") {
  constexpr int levels = 200'000;
  std::string text = "<!DOCTYPE a [<!ENTITY e0 'x'>";
  for (int i = 1; i <= levels; ++i) {
    text += "<!ENTITY e" + std::to_string(i) + " '&e" + std::to_string(i - 1) + ";'>";
  }
  const std::string last = "&e" + std::to_string(levels) + ";";
  CHECK(outline(text + "]><a>" + last + "</a>") == "!");
  CHECK(outline(text + "]><a href='" + last + "'/>") == "!");
}

TEST_CASE("deep, long and wide documents take linear time") {
  constexpr std::size_t size = 1'000'000;
  std::string deep;
  for (std::size_t i = 0; i < size; ++i) deep += "<a>";
  Notes notes;
  CHECK(parse_xml(deep.substr(0, 3 * nesting_limit), notes).size() == nesting_limit + 1);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message == "not well-formed: no element found");
  CHECK(parse_xml(deep, notes).size() == nesting_limit + 1);
  REQUIRE(notes.size() == 2);
  CHECK(notes[1].kind == NoteKind::not_well_formed);
  CHECK(notes[1].message ==
        "the elements are nested too deep; the rest of the document is left out");
  CHECK(notes[1].span.begin == 3 * nesting_limit);
  std::string wide = "<a";
  for (std::size_t i = 0; i < size / 4; ++i) wide += " a" + std::to_string(i) + "=''";
  Document document = parse_xml(wide + "/>", notes);
  CHECK(document.attributes(1).size() == size / 4);
  const std::string amps = "<a href='" + std::string(10 * size, 'x') + "&#38;'/>";
  CHECK(outline(amps).size() > 10 * size);
}

TEST_CASE("any bytes are read without harm, and spans lie within them") {
  std::mt19937 random(7);
  const std::string_view pieces[] = {"<a",
                                     " href='",
                                     "'",
                                     "\"",
                                     ">",
                                     "/>",
                                     "</a>",
                                     "<style>",
                                     "</style>",
                                     "&",
                                     "amp;",
                                     "e;",
                                     "&e;",
                                     "x",
                                     "\r\n",
                                     "<![CDATA[",
                                     "]]>",
                                     "<!--",
                                     "-->",
                                     " xmlns='http://www.w3.org/1999/xhtml'",
                                     "<?p ",
                                     "?>",
                                     "<s:b xmlns:s='u'>",
                                     "</s:b>",
                                     "&#65;"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    if (round % 2 == 0) text = "<!DOCTYPE a [<!ENTITY e 'f<b href=\"&#38;gt;\">g</b>'>]><a>";
    for (auto i = random() % 16; i > 0; --i) text += pieces[random() % std::size(pieces)];
    if (round % 4 == 0) text += "</a>";
    CAPTURE(text);
    Notes notes;
    const Document document = parse_xml(text, notes);
    for (NodeId id = 1; id < document.size(); ++id) {
      REQUIRE(document[id].source.begin <= document[id].source.end);
      REQUIRE(document[id].source.end <= text.size());
      for (Attribute const& attribute : document.attributes(id)) {
        REQUIRE(attribute.span.end <= text.size());
        REQUIRE(attribute.to_text(static_cast<std::uint32_t>(attribute.value.size())) ==
                attribute.span.end);
      }
    }
  }
}
