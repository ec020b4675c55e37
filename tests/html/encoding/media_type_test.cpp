#include "hrefkit/html/media_type.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

TEST_CASE("the charset parameter of a Content-Type header") {
  struct Row {
    std::string_view value;
    std::string_view essence;
    std::optional<std::string> charset;
  };
  for (Row const& row : {
           Row{"text/html", "text/html", {}},
           Row{"text/html;charset=koi8-r", "text/html", "koi8-r"},
           Row{" \tText/HTML ; foo=bar; CHARSET=Windows-1251 \r\n", "text/html", "Windows-1251"},
           Row{"text/html;charset=\"koi8-r\"", "text/html", "koi8-r"},
           Row{"text/html;charset=\"ko\\i8\\\"-r\" x;y", "text/html", "koi8\"-r"},
           Row{"text/html;charset=\"koi8-r", "text/html", "koi8-r"},
           Row{"text/html;charset=\"koi8-r\\", "text/html", "koi8-r\\"},
           Row{"text/html;charset='koi8-r'", "text/html", "'koi8-r'"},
           Row{"text/html;charset= koi8-r", "text/html", " koi8-r"},
           Row{"text/html;charset =koi8-r", "text/html", {}},
           Row{"text/html;charset", "text/html", {}},
           Row{"text/html;charset=;charset=koi8-r", "text/html", "koi8-r"},
           Row{"text/html;charset=\"\";charset=koi8-r", "text/html", ""},
           Row{"text/html;charset=nope;charset=koi8-r", "text/html", "nope"},
           Row{"text/html;;x;charset=koi8-r;", "text/html", "koi8-r"},
           Row{"text/html;xcharset=utf-8;charset=koi8-r", "text/html", "koi8-r"},
           Row{"text/html;x=\"a;charset=utf-8\";charset=koi8-r", "text/html", "koi8-r"},
           Row{"text/html;charset=a\x01;charset=koi8-r", "text/html", "koi8-r"},
           Row{"image/svg+xml; charset=utf-8", "image/svg+xml", "utf-8"},
       }) {
    CAPTURE(row.value);
    const auto type = parse_media_type(row.value);
    REQUIRE(type);
    CHECK(type->essence == row.essence);
    CHECK(type->charset == row.charset);
  }
}

TEST_CASE("what is no media type") {
  for (std::string_view value : {"", "text", "text/", "/html", "text html/x", "text/ html",
                                 "charset=koi8-r", "text/ht ml;charset=koi8-r", ","}) {
    CAPTURE(value);
    CHECK_FALSE(parse_media_type(value));
  }
}

TEST_CASE("a type as browsers read it ends at white space or a parenthesis") {
  const auto parsed = [](std::string_view value) {
    const auto type = parse_media_type(value, TypeSyntax::browsers);
    return type ? type->essence + "|" + type->charset.value_or("") : "none";
  };
  CHECK(parsed("text/html charset=utf-8") == "text/html|");
  CHECK(parsed("text/html (comment)") == "text/html|");
  CHECK(parsed("text/html\tx") == "text/html|");
  CHECK(parsed("text/html  ;charset=utf-8") == "text/html|utf-8");
  CHECK(parsed("text/html charset=utf-8; charset=koi8-r") == "text/html|koi8-r");
  CHECK(parsed("text/plain, text/html charset=koi8-r") == "text/html|");
  CHECK(parsed("text /html") == "none");
  CHECK(parsed("text") == "none");
}

TEST_CASE("of several values the last valid type counts, and keeps an earlier charset") {
  const auto parsed = [](std::string_view value) { return parse_media_type(value).value(); };
  CHECK(parsed("text/html, text/html;charset=koi8-r").charset == "koi8-r");
  CHECK(parsed("text/html;charset=koi8-r, text/html").charset == "koi8-r");
  CHECK(parsed("text/html;charset=koi8-r, nonsense").charset == "koi8-r");
  CHECK(parsed("text/html;charset=koi8-r, */*").essence == "text/html");
  CHECK_FALSE(parsed("text/plain;charset=koi8-r, text/html").charset);
  CHECK(parsed("text/html;x=\"a,text/plain\";charset=koi8-r").charset == "koi8-r");
}

TEST_CASE("which parser a type is for") {
  CHECK(content_type_of("text/html") == ContentType::html);
  for (std::string_view type : {"text/xml", "application/xml", "application/xhtml+xml",
                                "image/svg+xml", "application/atom+xml"}) {
    CHECK(content_type_of(type) == ContentType::xml);
  }
  CHECK(content_type_of("text/css") == ContentType::css);
  CHECK(content_type_of("application/manifest+json") == ContentType::json);
  CHECK_FALSE(content_type_of("application/json"));
  CHECK_FALSE(content_type_of("text/plain"));
  CHECK_FALSE(content_type_of("image/png"));
}
