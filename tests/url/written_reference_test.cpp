#include "hrefkit/url/written_reference.h"

#include <catch2/catch.hpp>

using namespace hrefkit::url;

TEST_CASE("a fragment alone may have around it what the parser strips") {
  for (char const* reference : {"", "#", "#f", "##", "#a/b?c", " \t", "\n#f", "\x01 #f \x1F"}) {
    CAPTURE(reference);
    CHECK(is_fragment_only(reference));
  }
  for (char const* reference : {"?q#f", "a#f", "/#f", ".", "\xC2\xA0#f", "\x7F#f"}) {
    CAPTURE(reference);
    CHECK_FALSE(is_fragment_only(reference));
  }
}
