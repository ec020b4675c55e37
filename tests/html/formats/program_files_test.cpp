// Links of descriptions of OpenSearch, and of browserconfig.xml.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

const DocumentOptions program_file = test::at("https://a.example/f/x.xml");

const std::string search_begin =
    "<OpenSearchDescription xmlns='http://a9.com/-/spec/opensearch/1.1/' "
    "xmlns:moz='http://www.mozilla.org/2006/browser/search/'>";

}  // namespace

TEST_CASE("OpenSearch: the address of a template ends at its first parameter") {
  const std::string xml =
      search_begin +
      "<ShortName>/n</ShortName><Image width='16'> i.png </Image>"
      "<Url type='text/html' template='https://a.example/s?q={searchTerms}&amp;p={startPage?}'/>"
      "<Url template='/s/{searchTerms}'/><Url template='{searchTerms}'/><Url template=''/>"
      "<Url rel='self' template='/o.xml'/><moz:SearchForm>/form</moz:SearchForm>"
      "<Query role='example' searchTerms='x'/><SyndicationRight>open</SyndicationRight>"
      "<Developer>https://a.example/no</Developer></OpenSearchDescription>";
  CHECK(test::lines_of_xml(xml, program_file) ==
        Lines{"Image[] i.png -> https://a.example/f/i.png",
              "Url[template] https://a.example/s?q= -> https://a.example/s?q=",
              "Url[template] /s/ -> https://a.example/s/",
              "Url[template] /o.xml -> https://a.example/o.xml",
              "SearchForm[] /form -> https://a.example/form"});
}

TEST_CASE("OpenSearch: descriptions without a namespace, and those of Mozilla") {
  CHECK(test::lines_of_xml("<OpenSearchDescription><Url template='a?{b}'/></OpenSearchDescription>",
                           program_file) == Lines{"Url[template] a? -> https://a.example/f/a?"});
  CHECK(test::lines_of_xml("<SearchPlugin xmlns='http://www.mozilla.org/2006/browser/search/' "
                           "xmlns:os='http://a9.com/-/spec/opensearch/1.1/'><os:Image>i</os:Image>"
                           "<Url template='u'/><UpdateUrl>v</UpdateUrl></SearchPlugin>",
                           program_file) == Lines{"Image[] i -> https://a.example/f/i",
                                                  "Url[template] u -> https://a.example/f/u",
                                                  "UpdateUrl[] v -> https://a.example/f/v"});
  CHECK(test::lines_of_xml("<Url template='a'/>", program_file).empty());
}

TEST_CASE("browserconfig.xml: tiles and what is polled") {
  CHECK(
      test::lines_of_xml(
          "<browserconfig><msapplication><tile><square70x70logo src='/70.png'/>"
          "<square150x150logo src='150.png'/><square310x310logo src='310.png'/>"
          "<wide310x150logo src='w.png'/><TileImage src='t.png'/><TileColor>#fff</TileColor></tile>"
          "<badge><polling-uri src='b.xml'/></badge><notification><polling-uri src='1.xml'/>"
          "<polling-uri5 src='5.xml'/><polling-uri6 src='no'/><frequency>30</frequency>"
          "</notification></msapplication></browserconfig>",
          program_file) == Lines{"square70x70logo[src] /70.png -> https://a.example/70.png",
                                 "square150x150logo[src] 150.png -> https://a.example/f/150.png",
                                 "square310x310logo[src] 310.png -> https://a.example/f/310.png",
                                 "wide310x150logo[src] w.png -> https://a.example/f/w.png",
                                 "TileImage[src] t.png -> https://a.example/f/t.png",
                                 "polling-uri[src] b.xml -> https://a.example/f/b.xml",
                                 "polling-uri[src] 1.xml -> https://a.example/f/1.xml",
                                 "polling-uri5[src] 5.xml -> https://a.example/f/5.xml"});
  CHECK(test::lines_of_xml("<x><tile><TileImage src='t.png'/></tile></x>", program_file).empty());
}

TEST_CASE("OpenSearch: a rewrite keeps the parameters of a template") {
  const std::string xml =
      search_begin +
      "<Url template=\"https://a.example/s/{searchTerms}?a={b}&amp;c='{d}'\"/><Image>https://"
      "a.example/i.png</Image></OpenSearchDescription>";
  RewriteOptions how;
  how.document = program_file;
  how.encoding.content_type = ContentType::xml;
  const auto move_to = [&](std::string const& text, std::string const& from,
                           std::string const& to) {
    const auto page = rewrite(text, how, [&](LinkTarget& target) {
      if (target.url.starts_with(from))
        target.target = to + std::string(target.url.substr(from.size()));
    });
    REQUIRE(page);
    return page->bytes;
  };
  const std::string there = move_to(xml, "https://a.example/", "https://bb.example/x/");
  CHECK(there ==
        search_begin +
            "<Url "
            "template=\"https://bb.example/x/s/{searchTerms}?a={b}&amp;c='{d}'\"/><Image>https://"
            "bb.example/x/i.png</Image></OpenSearchDescription>");
  CHECK(move_to(there, "https://bb.example/x/", "https://a.example/") == xml);
}
