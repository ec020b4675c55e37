#include "hrefkit/url/html5/draft.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::html5 {

namespace {

Draft const& html5 = Draft::of(Standard::html5);
Draft const& web_address = Draft::of(Standard::web_address);

/// The absolute URL, or "!" and the error's code.
std::string resolve(std::string_view reference, std::string_view base_text = "http://b/d/p?q",
                    text::Encoding encoding = text::Encoding::utf_8, Draft const& draft = html5) {
  const auto base = draft.prepare_base(base_text);
  std::string out;
  const auto result = draft.append_resolved(out, reference, base ? &*base : nullptr, encoding);
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

TEST_CASE("the exceptions to RFC 3986's grammar") {
  // HTML5 (W3C draft), 2.6.2
  for (std::string_view yes : {"a b",
                               "\x01",
                               "\x7F",
                               "\u00E4",
                               "\"<>\\^`{|}",
                               "[",
                               "]",
                               "a]b[c",
                               "%",
                               "%z",
                               "a%",
                               "?%",
                               "#%",
                               "#a#b##",
                               "//u[s]e r%@h",
                               "//a\\b",
                               "//[",
                               "//]:80",
                               "//[v1.\u00E4 ]",
                               "//[v1.]]",
                               "x:[a]:b",
                               "?[]",
                               "\xFF"}) {
    CAPTURE(yes);
    CHECK(html5.parse(yes));
  }
  for (std::string_view no :
       {"1http:x", ":x", "a b:c", "\u00E4:", "http://h:port/", "//h%", "//h%z",
        "//h:80:", "//a@b@c", "//[::1]x:", "//[::g]", "//[v1.%41:]", "//[v1.:]x:y"}) {
    CAPTURE(no);
    CHECK_FALSE(html5.parse(no));
  }
}

TEST_CASE("space characters around a URL do not count") {
  CHECK(html5.parse(" \t\n\f\rx:y \t\n\f\r")->path == "y");
  CHECK(html5.parse("\x0Bx:y") == std::nullopt);  // not an HTML space character, so no scheme
  CHECK(html5.parse("x:\u00A0")->path == "\u00A0");
}

TEST_CASE("an IP literal is preferred to a reg-name and ends at the last bracket") {
  // The example of Web addresses in HTML 5, appendix B.
  const auto url = html5.parse("x://[v42.3]:2323]:2323:2323]:2323");
  REQUIRE(url);
  CHECK(url->host == "[v42.3]:2323]:2323:2323]");
  CHECK(url->host_form == rfc3986::HostForm::ip_literal);
  CHECK(url->port == "2323");
  CHECK(html5.parse("//[1]")->host_form == rfc3986::HostForm::reg_name);
  CHECK(html5.parse("//[1]")->host == "[1]");
}

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

TEST_CASE("a data: URL with the syntax of a server's URL is an error") {
  // HTML5 (W3C draft), 2.6.3 step 10; Web addresses in HTML 5, 3
  const Case cases[] = {
      {"data://h/", "!scheme-restriction"},
      {"DATA://", "!scheme-restriction"},
      {"data:/.//b", "!scheme-restriction"},  // the path becomes "//b"
      {"data:/b", "data:/b"},
      {"data:b//c", "data:b//c"},
      {"data:,x", "data:,x"},
      {"datum://h/", "datum://h/"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.reference);
    CHECK(resolve(c.reference) == c.expected);
    CHECK(resolve(c.reference, "http://b/", text::Encoding::utf_8, web_address) == c.expected);
  }
  CHECK(resolve("//h/x", "data:,x") == "!scheme-restriction");
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

TEST_CASE("html5: backslashes become slashes in URLs of server schemes") {
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
  CHECK_FALSE(html5.prepare_base("http://a_b/"));
  const auto base = html5.prepare_base(" http://h/ x#y z");
  CHECK(base->href() == "http://h/%20x#y z");
}

TEST_CASE("html5: a failure leaves the output as it is") {
  std::string out = "kept";
  CHECK_FALSE(html5.append_resolved(out, "x", nullptr, text::Encoding::utf_8));
  CHECK_FALSE(html5.append_resolved(out, "//h_", nullptr, text::Encoding::utf_8));
  CHECK(out == "kept");
}

TEST_CASE("web-address: resolving") {
  struct AddressCase {
    std::string_view address;
    std::string_view expected;
  };
  const AddressCase cases[] = {
      // The example of Web addresses in HTML 5, 3.
      {"//example.com/a^b\u263Ac%FFd%z/?e", "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e"},
      {"a[b]c", "http://b/d/a%5Bb%5Dc"},
      {"x:[a]", "x:%5Ba%5D"},
      {"//h/[?[#[", "http://h/%5B?%5B#["},
      {"//[::1]:80/]", "http://[::1]:80/%5D"},
      {"x://[v1.a:b]", "x://[v1.a:b]"},
      {"//[::1]?[", "http://[::1]?%5B"},
      {"#a#b", "http://b/d/p?q#a#b"},
      {"//u%z\\@h", "http://u%z/@h"},
      {"//%41", "http://A"},
      {"//\u00FC", "http://xn--tda"},
      {"1x:y", "!no-grammar-match"},
      // Brackets count inside an authority only, and must then form an IP literal.
      {"//u[@h", "!no-grammar-match"},
      {"//[v1.a]b]", "!no-grammar-match"},
      {"//[v1.a b]", "!no-grammar-match"},
      {"//[v1.%41]", "!no-grammar-match"},
      {"//[1]", "!no-grammar-match"},
      {"//h]", "!no-grammar-match"},
      {"//%", "!invalid-domain"},
      {"//%zz", "!invalid-domain"},
      {"//%ff", "!invalid-host"},
      {"//a%2541", "!invalid-domain"},
  };
  for (AddressCase const& c : cases) {
    CAPTURE(c.address);
    CHECK(resolve(c.address, "http://b/d/p?q", text::Encoding::utf_8, web_address) == c.expected);
  }
}

TEST_CASE("web-address: bases") {
  CHECK_FALSE(web_address.prepare_base("relative"));
  CHECK_FALSE(web_address.prepare_base("http://u[@h/"));
  const auto base = web_address.prepare_base("http://h/a b");
  CHECK(base->href() == "http://h/a%20b");
}

}  // namespace hrefkit::url::html5
