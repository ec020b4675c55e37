#include "hrefkit/url/about_url.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

TEST_CASE("reserved about: URLs") {
  CHECK(is_reserved_about_url("about:srcdoc"));
  CHECK(is_reserved_about_url("ABOUT:srcdoc"));
  CHECK(is_reserved_about_url("ABOUT:legacy-compat#x"));
  CHECK_FALSE(is_reserved_about_url("about:blank"));
  CHECK_FALSE(is_reserved_about_url("about:srcdoc?"));
  CHECK_FALSE(is_reserved_about_url("about:SRCDOC"));
  CHECK_FALSE(is_reserved_about_url("srcdoc"));
  CHECK_FALSE(is_reserved_about_url("about"));
  CHECK_FALSE(is_reserved_about_url(""));
}

}  // namespace hrefkit::url
