#include "hrefkit/url/whatwg_2012/parser.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::whatwg_2012 {

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

void check(std::string_view base, std::initializer_list<Case> cases) {
  for (Case const& c : cases) {
    CAPTURE(base, c.reference);
    CHECK(resolve(c.reference, base) == c.expected);
  }
}

}  // namespace

TEST_CASE("whatwg-2012: relative references") {
  check("http://u:p@b:81/d/p?q#f",
        {
            {"", "http://b:81/d/p?q"},  // the base's username and password are not taken
            {" \t\n\f\r", "http://b:81/d/p?q"},
            {"#x", "http://b:81/d/p?q#x"},
            {"?x", "http://b:81/d/p?x"},
            {"?", "http://b:81/d/p?"},
            {"x", "http://b:81/d/x"},
            {"x/", "http://b:81/d/x/"},
            {"/x", "http://b:81/x"},
            {"\\x", "http://b:81/x"},
            {"//h", "http://h/"},
            {"\\/h", "http://h/"},
            {"////h", "http://h/"},
            {"http:x", "http://b:81/d/x"},
            {"HTTP:?x", "http://b:81/d/p?x"},
            {"http:", "http://b:81/d/p?q"},
            {"https:x", "https://x/"},
            {"1x:y", "http://b:81/d/1x:y"},
            {"ht\ttp:y", "http://b:81/d/http:y"},
            {":", "http://b:81/d/:"},
        });
}

TEST_CASE("whatwg-2012: path segments") {
  check("http://b/d/e/p",
        {
            {".", "http://b/d/e/"},
            {"./", "http://b/d/e/"},
            {"..", "http://b/d/"},
            {"../", "http://b/d/"},
            {"../x", "http://b/d/x"},
            {"../../../..", "http://b/"},
            {"../../../../x", "http://b/x"},
            {"x/../y", "http://b/d/e/y"},
            {"x/.?q", "http://b/d/e/x/?q"},
            {"x/..#f", "http://b/d/e/#f"},
            {"x/./y", "http://b/d/e/x/y"},
            {"%2e%2E/x", "http://b/d/x"},
            {".%2e\\x", "http://b/d/x"},
            {"a%2eb", "http://b/d/e/a.b"},
            {"...", "http://b/d/e/..."},
            {"//h//x", "http://h//x"},
            {"//h/./x", "http://h/x"},
            {"//h/..", "http://h/"},
            {"//h\\x\\y", "http://h/x/y"},
            {"a b\"<>`{}|^'%zz\x7F\u00E4", "http://b/d/e/a%20b%22%3C%3E%60{}|^'%zz%7F%C3%A4"},
            {"\xFF", "http://b/d/e/%EF%BF%BD"},
            {"a\tb\nc\rd", "http://b/d/e/abcd"},
        });
}

TEST_CASE("whatwg-2012: authorities") {
  check("about:blank", {
                           {"http://h", "http://h/"},
                           {"http:h", "http://h/"},
                           {"http:/\\/h", "http://h/"},
                           {"http://u@h", "http://u@h/"},
                           {"http://u:@h", "http://u:@h/"},
                           {"http://:p@h", "http://:p@h/"},
                           {"http://@h", "http://h/"},
                           {"http://u:p:q@h", "http://u:p:q@h/"},
                           {"http://a@b@h", "http://a%40b@h/"},
                           {"http://a:b@c@h", "http://a:b%40c@h/"},
                           {"http://u \"/@h", "http://u \"/@h"},  // the "/" ends the authority
                           {"http://u <\u00E4@h", "http://u%20%3C%C3%A4@h/"},
                           {"http://\tu\t:\tp\t@\th\t:\t8\t1\t/", "http://u:p@h:81/"},
                           {"http://h:", "http://h/"},
                           {"http://h:80", "http://h/"},
                           {"http://h:0080", "http://h/"},
                           {"http://h:031", "http://h:31/"},
                           {"http://h:0000", "http://h:0/"},
                           {"http://h:99999999999", "http://h:99999999999/"},
                           {"https://h:80", "https://h:80/"},
                           {"ftp://h:21", "ftp://h/"},
                           {"gopher://h:70", "gopher://h/"},
                           {"ws://h:80", "ws://h/"},
                           {"wss://h:443", "wss://h/"},
                           {"http://h:x", "!invalid-port"},
                           {"http://h:8 ", "http://h:8/"},
                           {"http://h:8 /", "!invalid-port"},
                           {"http://", "http:///"},
                           {"http://?q", "http:///?q"},
                           {"http://@", "http:///"},
                           {"x://h", "x://h"},
                       });
}

TEST_CASE("whatwg-2012: hosts") {
  check("about:blank", {
                           {"http://EXAMPLE.Com", "http://example.com/"},
                           {"http://\u00C4\u3002B", "http://xn--4ca.b/"},
                           {"http://%c3%84", "http://xn--4ca/"},
                           {"http://%41%2F", "http://a//"},
                           {"http://a b<>", "http://a b<>/"},  // no forbidden code points
                           {"http://a..b", "http://a..b/"},
                           {"http://1.0x2", "http://1.0x2/"},  // no IPv4 addresses
                           {"http://%ff", "!invalid-domain"},
                           {"http://\uFFFD", "!invalid-domain"},
                           {"http://[::1.2.3.4]:8", "http://[::102:304]:8/"},
                           {"http://[1:\t2::3]", "http://[1:2::3]/"},
                           {"http://[::1", "!invalid-host"},
                           {"http://[::1]x", "!invalid-host"},
                           {"http://[x]", "!invalid-ipv6"},
                           {"http://[]", "!invalid-ipv6"},
                           {"http://%5B::1]", "!invalid-port"},
                           {"http://a[b:80", "http://a[b:80/"},  // ":" inside "[" begins no port
                       });
}

TEST_CASE("whatwg-2012: file URLs") {
  check("file:///C:/d/p?q", {
                                {"file:", "file:///C:/d/p?q"},
                                {"file:x", "file:///C:/d/x"},
                                {"x", "file:///C:/d/x"},
                                {"/x", "file:///x"},
                                {"/c|/x", "file:///c:/x"},
                                {"//C|/x", "file:///C:/x"},
                                {"//C|", "file:///C:"},
                                {"//c|?q", "file:///c:?q"},
                                {"//C||/x", "file://c||/x"},
                                {"///C|", "file:///C:"},
                                {"//h", "file://h/"},
                                {"//u@h:8/", "file://u@h:8/"},
                                {"..", "file:///C:/"},
                                {"../..", "file:///"},
                                {"../../D|/x", "file:///D:/x"},
                                {"x/C|", "file:///C:/d/x/C|"},
                                {"C|/x", "file:///C:/d/C|/x"},
                                {"http:x", "http://x/"},
                            });
  check("http://b/d/p?q", {
                              {"file:", "file:///"},
                              {"file:x", "file:///x"},
                              {"file:C|/x", "file:///C:/x"},
                              {"file:?x", "file:///?x"},
                              {"file:#x", "file:///#x"},
                              {"file:/x", "file:///x"},
                              {"file:\\\\h\\x", "file://h/x"},
                          });
}

TEST_CASE("whatwg-2012: schemes without the relative flag") {
  check("http://b/", {
                         {"mailto:a b\u00E4%", "mailto:a b%C3%A4%"},
                         {"X:A\tB", "x:AB"},
                         {"x:a?b#c", "x:a?b#c"},
                         {"x:?", "x:?"},
                         {"x:#", "x:#"},
                         {"x:../a", "x:../a"},
                         {"x+y-z.1:", "x+y-z.1:"},
                     });
  check("mailto:x", {
                        {"#f", "!relative-without-base"},
                        {"", "!relative-without-base"},
                        {"y", "!relative-without-base"},
                        {"mailto:y", "mailto:y"},
                    });
}

TEST_CASE("whatwg-2012: queries and fragments") {
  using text::Encoding;
  check("http://b/", {
                         {"?a b\"#", "http://b/?a%20b%22#"},
                         {"?<>`'?/\\\u00E4\x7F", "http://b/?%3C%3E%60'?/\\%C3%A4%7F"},
                         {"?a\tb", "http://b/?ab"},
                         {"#a b\"<>`#\u00E4\x1F\tc", "http://b/#a b\"<>`#%C3%A4%1Fc"},
                     });
  CHECK(resolve("?\u00E4\u3042", "http://b/", Encoding::windows_1252) == "http://b/?%E4?");
  CHECK(resolve("?\u3042", "http://b/", Encoding::shift_jis) == "http://b/?%82%A0");
  CHECK(resolve("?\u3042\u3042", "http://b/", Encoding::iso_2022_jp) ==
        "http://b/?%1B$B$%22$%22%1B(B");
  CHECK(resolve("?\u00E4", "http://b/", Encoding::utf_16be) == "http://b/?%C3%A4");
  CHECK(resolve("x:?\u00E4", "http://b/", Encoding::windows_1252) == "x:?%C3%A4");
  CHECK(resolve("ws:?\u00E4", "http://b/", Encoding::windows_1252) == "ws:///?%E4");
}

TEST_CASE("whatwg-2012: bases and failures") {
  CHECK(resolve("x", "relative") == "!relative-without-base");
  const auto base = Base::parse(" HTTP://H/a#f ");
  CHECK(base->href() == "http://h/a#f");
  std::string out = "kept";
  CHECK_FALSE(append_resolved(out, "x", nullptr, text::Encoding::utf_8));
  CHECK(out == "kept");
}

}  // namespace hrefkit::url::whatwg_2012
