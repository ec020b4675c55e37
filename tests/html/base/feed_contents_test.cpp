#include "hrefkit/html/base/base_scopes.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/context.h"
#include "hrefkit/html/parse/xml_adapter.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

std::size_t contents_in(std::string const& xml) {
  Notes notes;
  return find_feed_contents(parse_xml(xml, notes), {}).size();
}

}  // namespace

TEST_CASE("texts that are HTML and have a tag") {
  CHECK(contents_in("<rss><description>&lt;b a=></description></rss>") == 1);
  CHECK(contents_in("<rss><description>&lt;b></description></rss>") == 0);
  CHECK(contents_in("<rss><description>x &lt;STYLE></description></rss>") == 1);
  CHECK(contents_in("<rss><description>x = y</description></rss>") == 0);
  CHECK(contents_in("<rss><description>a &amp; b</description></rss>") == 0);
  CHECK(contents_in("<rss><description>&lt;a b=><x/>&lt;b c=></description></rss>") == 2);
  CHECK(contents_in("<feed><title type='html'>&lt;b a=></title><title>&lt;b a=></title></feed>") ==
        1);
  CHECK(contents_in("<x><description>&lt;b a=></description></x>") == 0);
}

TEST_CASE("each is a document whose base is that of its element") {
  const std::string xml =
      "<feed xml:base='https://b.example/'><summary type='html'>&lt;a b=c></summary>"
      "<entry xml:base='http://['><content type='html'>&lt;a b=c></content><title type='html'>&lt; "
      "= ></title></entry></feed>";
  DocumentOptions options;
  options.url = "https://a.example/";
  Notes notes;
  const SourceText source = source_from_text(xml, ContentType::xml);
  const ContextTree tree(source, options, notes);
  REQUIRE(tree.contexts().size() == 3);
  for (std::size_t i = 1; i < 3; ++i) {
    Context const& content = tree.contexts()[i];
    CHECK(tree.base_url(content.base.base).url() == "https://b.example/");
    CHECK(content.base.source == BaseSource::xml_base);
    CHECK(content.address == "https://a.example/");
    CHECK(tree.path(i) == std::to_string(i - 1));
  }
  CHECK(notes.size() == 1);  // the xml:base that does not resolve
  options.feed_contents = false;
  const ContextTree closed(source, options, notes);
  CHECK(closed.contexts().size() == 1);
}
