#include "hrefkit/url/html5/base.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::html5 {

namespace {

/// The absolute URL, or "!" and the error's code.
std::string resolve(std::string_view reference, std::string_view base_text = "http://b/d/p?q",
                    text::Encoding encoding = text::Encoding::utf_8) {
  const auto base = Base::parse(base_text);
  std::string out;
  const auto result = append_resolved(out, reference, base ? &*base : nullptr, encoding);
  return result ? out : "!" + std::string(code(result.error()));
}

struct Case {
  std::string_view reference;
  std::string_view expected;
};

void check(std::initializer_list<Case> cases) {
  for (Case const& c : cases) {
    CAPTURE(c.reference);
    CHECK(resolve(c.reference) == c.expected);
  }
}

}  // namespace

TEST_CASE("html5: the path example of 2.6.3") {
  CHECK(resolve("//example.com/a^b\u263Ac%FFd%z/?e", "http:") ==
        "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e");
}

TEST_CASE("html5: no match is an error") {
  check({
      {"1http:x", "!no-grammar-match"},
      {":x", "!no-grammar-match"},
      {"http://h:port/", "!no-grammar-match"},
      {"http://h%/", "!no-grammar-match"},
      {"http://a@b@c/", "!no-grammar-match"},
  });
}

TEST_CASE("html5: paths and fragments") {
  check({
      {"a b\"<>[]\\^`{|}\x7F", "http://b/d/a%20b%22%3C%3E%5B%5D%5C%5E%60%7B%7C%7D%7F"},
      {"a%zz%", "http://b/d/a%zz%"},
      {"a\tb\nc", "http://b/d/a%09b%0Ac"},
      {"\xFF", "http://b/d/%EF%BF%BD"},
      {"%2e%2e/x", "http://b/d/%2e%2e/x"},
      {"#a b\u00E4#%\xFF", "http://b/d/p?q#a b\u00E4#%\uFFFD"},
      {"", "http://b/d/p?q"},
      {"  ", "http://b/d/p?q"},
      {"http:x", "http:x"},
      {"HTTP://H/%7e", "HTTP://H/%7e"},
      {"mailto:a/../b c", "mailto:/b%20c"},
      {"x:/.//b", "x://b"},
  });
}

TEST_CASE("html5: hosts") {
  check({
      {"//H", "http://H"},
      {"//", "http://"},
      {"///x", "http:///x"},
      {"//@:/x", "http://@:/x"},
      {"//u:p@\u00FC:080/x", "http://u:p@xn--tda:080/x"},
      {"//\u00FC.", "http://xn--tda."},
      {"//%c3%bc", "http://xn--tda"},
      {"//%41%42c", "http://ABc"},
      {"//a%e3%80%82b", "http://a.b"},
      {"//[::1.2.3.4]:1", "http://[::1.2.3.4]:1"},
      {"//[v1.a]b]", "http://[v1.a]b]"},
      {"//a\u3002b", "http://a.b"},
      {"//1.2.3.4", "http://1.2.3.4"},
      {"//%ff", "!invalid-host"},
      {"//%c3", "!invalid-host"},
      {"//%c3\u00BC", "!invalid-host"},
      {"//a%2Fb", "!invalid-domain"},
      {"//a%40b", "!invalid-domain"},
      {"//a%3A1", "!invalid-domain"},
      {"//a%2541", "!invalid-domain"},
      {"//%5B::1]", "!no-grammar-match"},
      {"//[1]", "!invalid-domain"},
      {"//a..b", "!invalid-domain"},
      {"//.", "!invalid-domain"},
      {"//a_b", "!invalid-domain"},
      {"//a\\b", "!invalid-domain"},
  });
}

TEST_CASE("html5: queries take the document's encoding") {
  using text::Encoding;
  const auto query = [](std::string_view text, Encoding encoding) {
    return resolve(text, "x:", encoding);
  };
  CHECK(query("?a b%'\"<>[]/?:@", Encoding::utf_8) == "x:?a%20b%'%22%3C%3E%5B%5D/?:@");
  CHECK(query("?\u00E4\u20AC", Encoding::utf_8) == "x:?%C3%A4%E2%82%AC");
  CHECK(query("?\u00E4\u20AC", Encoding::windows_1252) == "x:?%E4%80");
  CHECK(query("?\u3042\\", Encoding::windows_1252) == "x:??%5C");
  CHECK(query("?\u3042", Encoding::shift_jis) == "x:?%82%A0");
  CHECK(query("?\u3042", Encoding::utf_16le) == "x:?%E3%81%82");
  CHECK(query("?\u3042", Encoding::utf_16be) == "x:?%E3%81%82");
  // One character at a time: each begins and ends in ISO-2022-JP's initial state.
  CHECK(query("?\u3042\u3042", Encoding::iso_2022_jp) ==
        "x:?%1B%24%42%24%22%1B%28%42%1B%24%42%24%22%1B%28%42");
  CHECK(query("x?\xFF", Encoding::koi8_r) == "x:x??");
}

TEST_CASE("html5: backslashes become slashes in what uses a server-based naming authority") {
  check({
      {"a\\b?c\\d#e\\f", "http://b/d/a%5Cb?c%5Cd#e/f"},
      {"WSS:#\\", "WSS:#/"},
      {"file:#\\", "file:#/"},
      {"x:#\\", "x:#\\"},
      {"mailto:#\\", "mailto:#\\"},
      {"http://u\\v@h/", "http://u/v@h/"},
      {"x://u\\v@h/", "x://u\\v@h/"},
  });
}

TEST_CASE("html5: bases") {
  CHECK(resolve("x", "relative") == "!relative-without-base");
  CHECK(resolve("", "") == "!relative-without-base");
  CHECK(resolve("x:y", "relative") == "x:y");
  CHECK(resolve("x", "mailto:a") == "mailto:x");
  CHECK(resolve("#f", "about:blank") == "about:blank#f");
  CHECK(resolve("x", "http://h/a b/../c d/#f") == "http://h/c%20d/x");
  CHECK(resolve("x", "http://h") == "http://h/x");
  CHECK_FALSE(Base::parse("http://a_b/"));
  CHECK(Base::parse(" http://h/ x#y z")->href() == "http://h/%20x#y z");
}

TEST_CASE("html5: a failure leaves the output as it is") {
  std::string out = "kept";
  CHECK_FALSE(append_resolved(out, "x", nullptr, text::Encoding::utf_8));
  CHECK_FALSE(append_resolved(out, "//h_", nullptr, text::Encoding::utf_8));
  CHECK(out == "kept");
}

}  // namespace hrefkit::url::html5
