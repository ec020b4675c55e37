#include "hrefkit/html/formats/sheet_links.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::lines_of_xml;

namespace {

using Lines = std::vector<std::string>;

const DocumentOptions document = test::at("https://a.example/d/x.xml");

}  // namespace

TEST_CASE("the href of an instruction") {
  struct Row {
    std::string data;
    std::optional<std::string> href;
  };
  for (Row const& row : {
           Row{" href='a.css'", "a.css"},
           Row{" href=\"a.css\" type='text/css' ", "a.css"},
           Row{"\n type = 'text/xsl'\thref\r\n=\n'a.xsl'", "a.xsl"},
           Row{" href='a&amp;b&#38;c&#x26;d&lt;&gt;&quot;&apos;'", "a&b&c&d<>\"'"},
           Row{" href='&#x1F600;'", "\xF0\x9F\x98\x80"},
           Row{" href=''", ""},
           Row{" href='a>b' media='(x > y)'", "a>b"},
           Row{"", {}},
           Row{" type='text/css'", {}},
           Row{" HREF='a'", {}},
           Row{" href=a.css", {}},
           Row{" href", {}},
           Row{" href=", {}},
           Row{" href='a", {}},
           Row{" href='a'type='b'", {}},
           Row{" href='a' href='b'", {}},
           Row{" type='a' href='b' type='a'", {}},
           Row{" href='a<b'", {}},
           Row{" href='a&b'", {}},
           Row{" href='a&b;'", {}},
           Row{" href='&#0;'", {}},
           Row{" href='&#xD800;'", {}},
           Row{" href='&#x110000;'", {}},
           Row{" href='&#;'", {}},
           Row{" href='a' ='b'", {}},
           Row{" href='a' junk", {}},
       }) {
    CAPTURE(row.data);
    const auto href = read_stylesheet_instruction(row.data);
    CHECK(href.has_value() == row.href.has_value());
    if (href && row.href) CHECK(href->value == *row.href);
  }
}

TEST_CASE("style sheets of the prolog are links, whatever the document is") {
  const std::string prolog =
      "<?xml version='1.0'?>\n<?xml-stylesheet href='a.css?x&amp;y' type='text/css'?>"
      "<!-- <?xml-stylesheet href='no1'?> --><?xml-stylesheet href=\"/b.xsl\"?>";
  const Lines sheets{"xml-stylesheet[href] a.css?x&y -> https://a.example/d/a.css?x&y",
                     "xml-stylesheet[href] /b.xsl -> https://a.example/b.xsl"};
  CHECK(lines_of_xml(prolog + "<svg xmlns='http://www.w3.org/2000/svg'/>", document) == sheets);
  CHECK(lines_of_xml(prolog + "<x><?xml-stylesheet href='no2'?></x><?xml-stylesheet href='no3'?>",
                     document) == sheets);
  CHECK(lines_of_xml(prolog + "<!DOCTYPE x [<?xml-stylesheet href='no'?><!ENTITY a ']>'>]><x/>",
                     document) == sheets);
  CHECK(lines_of_xml(prolog + "<rss><link>l</link></rss>", document).size() == 3);
  CHECK(lines_of_xml("<?xml-stylesheet-x href='no'?><?xml-stylesheet?><x/>", document).empty());
}

TEST_CASE("neither xml:base nor a base element holds in the prolog") {
  const Lines lines = lines_of_xml(
      "<?xml-stylesheet href='s.css'?><html xmlns='http://www.w3.org/1999/xhtml' "
      "xml:base='https://x.example/'><head><base href='https://b.example/'/></head></html>",
      document);
  CHECK(lines.front() == "xml-stylesheet[href] s.css -> https://a.example/d/s.css");
}

TEST_CASE("what an instruction's link is") {
  const std::string xml = "<?xml-stylesheet href='a&amp;b'?><?xml-stylesheet href='#s'?><x/>";
  const auto links = test::links_of(source_from_text(xml, ContentType::xml), document);
  REQUIRE(links.size() == 2);
  CHECK(links[0].kind == LinkKind::stylesheet);
  CHECK(links[0].span.in(xml) == "a&amp;b");
  CHECK(links[0].raw == "a&b");
  CHECK(links[0].base_source == BaseSource::document);
  CHECK_FALSE(links[0].local);
  CHECK(links[1].local);
}

TEST_CASE("instructions behind a fault of the prolog do not count") {
  const Lines lines = lines_of_xml(
      "<?xml-stylesheet href='a'?><!-- x -- y --><?xml-stylesheet href='b'?><x/>", document);
  CHECK(lines == Lines{"xml-stylesheet[href] a -> https://a.example/d/a"});
}
