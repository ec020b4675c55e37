#include "hrefkit/html/live/hyperlink_rel.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

// HTML Living Standard 4.6.8, the table of link types.
TEST_CASE("which rel values of a link element create a hyperlink") {
  for (std::string_view rel : {"alternate", "author", "canonical", "help", "license", "me", "next",
                               "prev", "search", "terms-of-service", "bookmark", "up", "ALTERNATE",
                               "icon next", "stylesheet next", " prev\n"}) {
    CAPTURE(rel);
    CHECK(creates_hyperlink(rel));
  }
  for (std::string_view rel :
       {"", "stylesheet", "alternate stylesheet", "Stylesheet Alternate", "icon", "shortcut icon",
        "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest",
        "pingback", "expect", "unknown", "nextly"}) {
    CAPTURE(rel);
    CHECK_FALSE(creates_hyperlink(rel));
  }
}
