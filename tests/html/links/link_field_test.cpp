#include "hrefkit/html/link_field.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("the URLs of a Link field are the target and the candidates of imagesrcset") {
  const auto shown = [](std::string_view target, std::string_view rel, std::string_view srcset) {
    std::string text;
    for (html::FieldUrl const& url : html::urls_of_field_link(target, rel, srcset)) {
      text.append(html::name(url.kind)).append("=").append(url.raw).append("|");
    }
    return text;
  };
  CHECK(shown("a", "", "") == "hyperlink=a|");
  CHECK(shown("", "next", "") == "hyperlink=|");
  CHECK(shown("a", "StyleSheet", "") == "stylesheet=a|");
  CHECK(shown("a", "preload", "b 1x, c,d 2x") == "resource=a|resource=b|resource=c,d|");
}

TEST_CASE("a Link field's anchor is the document, a part of it, or another one") {
  const std::string url = "http://h.example/d/p?q#f";
  for (std::string const anchor : {"", "#", "#x", "?q", "p?q", "/d/../d/p?q#f", "//h.example/d/p?q",
                                   "http://h.example:80/d/p?q"}) {
    INFO(anchor);
    CHECK(html::is_anchored_in(anchor, url));
  }
  for (std::string const anchor : {"/", "p", "?", "https://h.example/d/p?q", "http://[", "urn:x"}) {
    INFO(anchor);
    CHECK_FALSE(html::is_anchored_in(anchor, url));
  }
  CHECK(html::is_anchored_in("", "no URL"));
  CHECK_FALSE(html::is_anchored_in("#x", "no URL"));
}

}  // namespace hrefkit::test
