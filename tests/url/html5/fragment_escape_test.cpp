#include "hrefkit/url/fragment_escape.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

TEST_CASE("fragment-escape encodes the characters that RFC 3986 does not allow in a fragment") {
  CHECK(fragment_escape("") == "");
  CHECK(fragment_escape("az09-._~!$&'()*+,;=:@/?") == "az09-._~!$&'()*+,;=:@/?");
  CHECK(fragment_escape("\"#%<>[\\]^{|}") == "%22%23%25%3C%3E%5B%5C%5D%5E%7B%7C%7D");
  CHECK(fragment_escape(std::string_view("\0\t\n \x1F", 5)) == "%00%09%0A%20%1F");
  CHECK(fragment_escape("`\x7F\u00E9") == "`\x7F\u00E9");
}

}  // namespace hrefkit::url
