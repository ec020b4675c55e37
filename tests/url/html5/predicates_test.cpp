#include "hrefkit/url/predicates.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

namespace {

using text::Encoding;

}  // namespace

TEST_CASE("URI references and IRI references") {
  struct Case {
    std::string_view text;
    bool uri;
    bool iri;
  };
  const Case cases[] = {
      {"", true, true},
      {"http://h/a?b#c", true, true},
      {"a%41", true, true},
      {"a%zz", false, false},
      {"a b", false, false},
      {" a", false, false},
      {"1x:y", false, false},
      {"//[::1]", true, true},
      {"//[x]", false, false},
      {"a\\b", false, false},
      {"a#b#c", false, false},
      {"\u00E4", false, true},
      {"//\u00E4@\u00E4:1/\u00E4?\u00E4#\u00E4", false, true},
      {"//[v1.\u00E4]", false, false},
      {"\u00E4:x", false, false},
      {"\u009F", false, false},
      {"\u00A0", false, true},
      {"\uD7FF", false, true},
      {"\uE000", false, false},
      {"\uF8FF", false, false},
      {"\uF900", false, true},
      {"\uFDCF", false, true},
      {"\uFDD0", false, false},
      {"\uFDF0", false, true},
      {"\uFFEF", false, true},
      {"\uFFFD", false, false},
      {"\U0001FFFD", false, true},
      {"\U0001FFFE", false, false},
      {"\U000DFFFD", false, true},
      {"\U000E0FFF", false, false},
      {"\U000E1000", false, true},
      {"\U000EFFFD", false, true},
      {"\U000F0000", false, false},
      {"?\uE000\U000F0000\U0010FFFD", false, true},  // <iprivate>, in queries only
      {"?\U000FFFFE", false, false},
      {"#\uE000", false, false},
      {"//\uE000", false, false},
      {"\xFF", false, false},
      {"?\xE4", false, false},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    CHECK(is_uri_reference(c.text) == c.uri);
    CHECK(is_iri_reference(c.text) == c.iri);
  }
}

TEST_CASE("the query rule depends on the document's encoding") {
  for (const Encoding encoding : {Encoding::utf_8, Encoding::utf_16le, Encoding::utf_16be}) {
    CHECK(is_valid_url("/\u00E4?\u00E4", encoding));
  }
  for (const Encoding encoding : {Encoding::windows_1252, Encoding::shift_jis, Encoding::gb18030}) {
    CHECK_FALSE(is_valid_url("/\u00E4?\u00E4", encoding));
    CHECK(is_valid_url("/\u00E4", encoding));
    CHECK(is_valid_url("/\u00E4?%E4#\u00E4", encoding));
    CHECK(is_valid_url("/x?y", encoding));
    CHECK_FALSE(is_valid_url("a b", encoding));
  }
}

TEST_CASE("valid URLs that are not empty or have spaces around them") {
  const Encoding utf_8 = Encoding::utf_8;
  CHECK(is_valid_url("", utf_8));
  CHECK_FALSE(is_valid_non_empty_url("", utf_8));
  CHECK(is_valid_non_empty_url("x", utf_8));
  CHECK_FALSE(is_valid_non_empty_url(" x", utf_8));
  CHECK(is_valid_url_potentially_surrounded_by_spaces(" \t\n\f\rx ", utf_8));
  CHECK(is_valid_url_potentially_surrounded_by_spaces("  ", utf_8));
  CHECK_FALSE(is_valid_url_potentially_surrounded_by_spaces(" a b ", utf_8));
  CHECK_FALSE(is_valid_url_potentially_surrounded_by_spaces("\x0Bx", utf_8));
  CHECK(is_valid_non_empty_url_potentially_surrounded_by_spaces(" x ", utf_8));
  CHECK_FALSE(is_valid_non_empty_url_potentially_surrounded_by_spaces("  ", utf_8));
}

TEST_CASE("kinds of absolute URLs") {
  struct Case {
    std::string_view url;
    bool absolute;
    bool hierarchical;
    bool authority_based;
  };
  const Case cases[] = {
      {"http://h", true, true, true},  {"http:///x", true, true, true},
      {"x:/a", true, true, false},     {"x:/.//a", true, true, true},  // resolved, it is x://a
      {"x:a/../b", true, true, false}, {"x:a", true, false, false},
      {"x:", true, false, false},      {" mailto:a b ", true, false, false},
      {"//h/x", false, false, false},  {"/x", false, false, false},
      {"", false, false, false},       {"http://h_/", false, false, false},
      {"1x:y", false, false, false},
  };
  for (Case const& c : cases) {
    CAPTURE(c.url);
    CHECK(is_absolute_url(c.url, Standard::html5) == c.absolute);
    CHECK(is_hierarchical_url(c.url) == c.hierarchical);
    CHECK(is_authority_based_url(c.url) == c.authority_based);
  }
}

TEST_CASE("absolute Web addresses resolve to themselves") {
  CHECK(is_absolute_url("http://h/a?b#c", Standard::web_address));
  CHECK(is_absolute_url("mailto:x", Standard::web_address));
  CHECK_FALSE(is_absolute_url("http://h/a/../b", Standard::web_address));
  CHECK_FALSE(is_absolute_url("http://h/a b", Standard::web_address));
  CHECK_FALSE(is_absolute_url("/x", Standard::web_address));
}

}  // namespace hrefkit::url
