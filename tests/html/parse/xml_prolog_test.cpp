#include "hrefkit/html/parse/xml_prolog.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "hrefkit/html/xml_root.h"

using namespace hrefkit::html;

TEST_CASE("the namespace of the root element is found without a tree") {
  struct Row {
    std::string xml;
    Namespace root;
  };
  for (Row const& row : {
           Row{"<svg xmlns='http://www.w3.org/2000/svg'/>", Namespace::svg},
           Row{"<?xml version='1.0'?>\n<!-- < -->\n<s:svg a='>' xmlns='x' "
               "xmlns:s='http://www.w3.org/2000/svg'/>",
               Namespace::svg},
           Row{"<!DOCTYPE html [<!ENTITY a '<b>'><!-- ]> --><?x ]> ?>]><html "
               "xmlns='http://www.w3.org/1999/xhtml'/>",
               Namespace::html},
           Row{"<!DOCTYPE html PUBLIC '-//x' \"]>\"><html xmlns='http://www.w3.org/1999/xhtml'/>",
               Namespace::html},
           Row{"<feed xmlns='http://www.w3.org/2005/Atom'/>", Namespace::atom},
           Row{"<feed/>", Namespace::atom},
           Row{"<rss version='2.0'/>", Namespace::rss},
           Row{"<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'/>", Namespace::rss},
           Row{"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", Namespace::rdf},
           Row{"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>", Namespace::sitemap},
           Row{"<sitemapindex/>", Namespace::sitemap},
           Row{"<x xmlns='urn:x'/>", Namespace::other},
           Row{"<x/>", Namespace::none},
           Row{"", Namespace::none},
       }) {
    CAPTURE(row.xml);
    CHECK(root_namespace_of_xml(row.xml) == row.root);
    Notes notes;
    CHECK(root_namespace(parse_xml(row.xml, notes)) == row.root);
  }
}

TEST_CASE("text that is not XML has no root element, and ends") {
  for (std::string const text :
       {"x<svg/>", "<", "<!", "<!DOCTYPE", "<!DOCTYPE x [", "<!DOCTYPE x ['", "<?", "<?xml", "<!--",
        "<a b='", "<:a xmlns='x'>", "<!DOCTYPE x [<?", "<!DOCTYPE x [<!--"}) {
    CAPTURE(text);
    CHECK(read_xml_prolog(text).root == Namespace::none);
    CHECK(read_xml_prolog(text).stylesheets.empty());
  }
}

TEST_CASE("a root element without a namespace is found") {
  for (char const* text :
       {"<html>", "<html/>", "<html lang='en'>",
        "<?xml version='1.0'?>\n<!-- <x xmlns=''> --><html>",
        "<!DOCTYPE html>\n<html xml:lang = \"a>b\">", "<html xmlns:xlink='x'>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'><html>"}) {
    CAPTURE(text);
    const auto found = find_root_without_namespace(text);
    REQUIRE(found);
    CHECK(found->element == "html");
    CHECK(found->missing == "http://www.w3.org/1999/xhtml");
  }
  CHECK(find_root_without_namespace("<svg viewBox='0 0 1 1'>")->missing ==
        "http://www.w3.org/2000/svg");
}

TEST_CASE("a root element with a namespace, or of another name, is not found") {
  for (char const* text :
       {"", "<", "<!--", "text", "<html xmlns='http://www.w3.org/1999/xhtml'>",
        "<html a='1' xmlns='x'>", "<htmlx>", "<HTML>", "<feed>", "<h:html xmlns:h='x'>",
        "<!DOCTYPE html [<!ATTLIST html xmlns "
        "CDATA #FIXED 'http://www.w3.org/1999/xhtml'>]><html>",
        "<html a", "<html a='", "<svg"}) {
    CAPTURE(text);
    CHECK_FALSE(find_root_without_namespace(text));
  }
}
