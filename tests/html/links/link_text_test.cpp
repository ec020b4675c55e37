#include "hrefkit/html/link_text.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::html {

namespace {

TEST_CASE("the text of a link is found by the place of its start tag") {
  const std::string html =
      "<p>no <a href=x>The <b>dome</b>\n</a> no <a>two<!-- <a> no --></a><img alt=' a\tb '>";
  const LinkTexts texts(html, false);
  CHECK(texts.find(6) == "The dome");
  CHECK(texts.find(static_cast<std::uint32_t>(html.find("<a>"))) == "two");
  CHECK(texts.find(static_cast<std::uint32_t>(html.find("<img"))) == "a b");
  CHECK_FALSE(texts.find(0));
  CHECK_FALSE(texts.find(7));
  CHECK_FALSE(texts.find(static_cast<std::uint32_t>(html.size())));
}

TEST_CASE("what is no text of a link does not count") {
  struct Case {
    std::string html;
    std::string text;
  };
  for (auto const& [html, text] : {
           Case{"<a><script>x</script><style>y</style>z</a>", "z"},
           Case{"<a>1 < 2 &lt; 3</a>", "1 < 2 < 3"},
           Case{"<a>x<?pi y>z</a>", "xz"},
           Case{"<a>x</3>y</a>", "xy"},
           Case{"<a>x<!-->y</a>", "xy"},
           Case{"<a>x<!-- y", "x"},
           Case{"<a>x", "x"},
           Case{"<a>x<br>y</a>z", "x y"},
           Case{"<a></a>", ""},
           Case{"<a><svg><![CDATA[x]]></svg></a>", "x"},
           Case{"<A>x</A>", "x"},
       }) {
    CAPTURE(html);
    CHECK(LinkTexts(html, false).find(0) == text);
  }
}

TEST_CASE("a long text is cut between two characters") {
  const std::string long_text(LinkTexts::max_bytes - 1, 'x');
  CHECK(LinkTexts("<a>" + long_text + "\xC3\xA4" + "</a>", false).find(0) == long_text);
  CHECK(LinkTexts("<a>" + long_text + "y" + "</a>", false).find(0) == long_text + "y");
}

}  // namespace

}  // namespace hrefkit::html
