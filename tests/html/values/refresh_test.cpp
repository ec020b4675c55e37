#include "hrefkit/html/refresh.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>

using namespace hrefkit::html;

namespace {

std::optional<std::string> url_of(std::string_view content) {
  const auto span = find_refresh_url(content);
  if (!span) return std::nullopt;
  REQUIRE(span->begin <= span->end);
  REQUIRE(span->end <= content.size());
  return std::string(span->in(content));
}

}  // namespace

TEST_CASE("refresh pragmas with a URL (HTML, shared declarative refresh steps)") {
  struct Case {
    std::string_view content;
    std::string_view url;
  };
  const Case cases[] = {
      {"5;url=x", "x"},
      {"5; url=x", "x"},
      {"5; URL=x", "x"},
      {"5; uRl = x", "x"},
      {" \t\n\f\r5;url=x", "x"},
      {"5,url=x", "x"},
      {"5 url=x", "x"},
      {"5 ; url=x", "x"},
      {"5 , url=x", "x"},
      {"5;;url=x", ";url=x"},
      {"5;,url=x", ",url=x"},
      {"5; x", "x"},
      {"5;x", "x"},
      {"5 x", "x"},
      {"5,x", "x"},
      {"0;url=", ""},
      {"0;url= ", ""},
      {"0;url=''", ""},
      {"0;\"\"", ""},
      {"0; url='x'", "x"},
      {"0; url=\"x\"", "x"},
      {"0; url='x\"y'z", "x\"y"},
      {"0; url='x", "x"},
      {"0; url=\"x' ", "x' "},
      {"0; url=x'", "x'"},
      {"0; url=x ", "x "},
      {"0; 'x'", "x"},
      {"0; \"x\" junk", "x"},
      {"0; 'url=x'", "url=x"},
      {"0; u", "u"},
      {"0; ur", "ur"},
      {"0; url", "url"},
      {"0; url ", "url "},
      {"0; url x", "url x"},
      {"0; urx=y", "urx=y"},
      {"0; uri=y", "uri=y"},
      {"0; url:x", "url:x"},
      {"0; url==x", "=x"},
      {"0; url=url=x", "url=x"},
      {"0; ur'x'", "ur'x'"},
      {"5.5;x", "x"},
      {"5.5.5...;x", "x"},
      {".5;x", "x"},
      {".;x", "x"},
      {". x", "x"},
      {"0000000000000000000000005;x", "x"},
      {"99999999999999999999999999;url=x", "x"},
      {"5;\n url\n=\n'x'", "x"},
      {"5;\xC2\xA0x", "\xC2\xA0x"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.content);
    CHECK(url_of(c.content) == std::string(c.url));
  }
}

TEST_CASE("the delay of a refresh") {
  struct Case {
    std::string_view content;
    std::optional<std::uint32_t> delay;
  };
  for (Case const& each :
       {Case{"5;url=x", 5}, Case{"5", 5}, Case{" \t007 x", 7}, Case{"5.9;x", 5}, Case{".9;x", 0},
        Case{"5..x", std::nullopt}, Case{"", std::nullopt}, Case{"x", std::nullopt},
        Case{"-5;x", std::nullopt}, Case{"4294967295", 4294967295},
        Case{"4294967296,x", 4294967295}, Case{"99999999999999999999999;x", 4294967295}}) {
    CAPTURE(each.content);
    CHECK(find_refresh_delay(each.content) == each.delay);
  }
}

TEST_CASE("values without a URL") {
  for (std::string_view content : {"",
                                   " ",
                                   "5",
                                   "5;",
                                   "5,",
                                   "5 ",
                                   "5 ; ",
                                   "5.",
                                   ".",
                                   ".5 ,",
                                   "x",
                                   "url=x",
                                   ";url=x",
                                   "-5;url=x",
                                   "+5;url=x",
                                   "5x;url=x",
                                   "5:url=x",
                                   "5'x'",
                                   "5\xC2\xA0;x",
                                   "\xC2\xA0"
                                   "5;x",
                                   "5url=x",
                                   "5\v;url=x",
                                   "five;url=x"}) {
    CAPTURE(content);
    CHECK_FALSE(url_of(content));
  }
}
