#include "hrefkit/url/scheme_syntax.h"

#include <catch2/catch.hpp>

using namespace hrefkit::url;

TEST_CASE("a scheme begins with a letter") {
  CHECK(is_scheme("a"));
  CHECK(is_scheme("svn+ssh"));
  CHECK(is_scheme("A1.-+"));
  CHECK_FALSE(is_scheme(""));
  CHECK_FALSE(is_scheme("1a"));
  CHECK_FALSE(is_scheme("+a"));
  CHECK_FALSE(is_scheme("a_b"));
  CHECK_FALSE(is_scheme("a:"));
}

TEST_CASE("a reference has the scheme that a colon follows") {
  CHECK(scheme_length("http://h/") == 4);
  CHECK(scheme_length("a:") == 1);
  CHECK(scheme_length("a") == 0);
  CHECK(scheme_length("") == 0);
  CHECK(scheme_length(":a") == 0);
  CHECK(scheme_length("a/b:c") == 0);
  CHECK(scheme_length("h\xC3\xA9:") == 0);
}

TEST_CASE("a run of scheme characters may be followed by anything") {
  CHECK(scheme_run("http//") == 4);
  CHECK(scheme_run("-a") == 0);
}
