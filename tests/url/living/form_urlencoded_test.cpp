#include "hrefkit/url/form_urlencoded.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

using Entries = std::vector<FormEntry>;

TEST_CASE("form data is parsed as UTF-8 unless told otherwise") {
  CHECK(parse_form_urlencoded("a=%C3%A9&b+c").at(0) == FormEntry{"a", "\u00E9"});
  CHECK(parse_form_urlencoded("a=1&b+c").at(1) == FormEntry{"b c", ""});
  CHECK(parse_form_urlencoded("").empty());
  CHECK(parse_form_urlencoded("a=%E9", {.encoding = text::Encoding::windows_1252}) ==
        Entries{{"a", "\u00E9"}});
}

TEST_CASE("an isindex entry is a value without a name") {
  CHECK(parse_form_urlencoded("a b&c", {.isindex = true}) == Entries{{"", "a b"}, {"c", ""}});
  CHECK(parse_form_urlencoded("a=b&c", {.isindex = true}) == Entries{{"a", "b"}, {"c", ""}});
  CHECK(parse_form_urlencoded("", {.isindex = true}) == Entries{{"", ""}});
  CHECK(parse_form_urlencoded("a&c") == Entries{{"a", ""}, {"c", ""}});
}

TEST_CASE("the first known _charset_ sets the encoding of all entries") {
  const std::string_view input = "a=%E9&_charset_=nonsense&_charset_=Latin1&_charset_=utf-8";
  CHECK(parse_form_urlencoded(input, {.use_charset = true}).at(0).value == "\u00E9");
  CHECK(parse_form_urlencoded(input, {.use_charset = true}).size() == 4);
  CHECK(parse_form_urlencoded(input).at(0).value == "\uFFFD");
}

TEST_CASE("form data is serialized") {
  const Entries entries{{"a b", "\u00E9&="}, {"", "*-._~"}};
  CHECK(serialize_form_urlencoded(entries) == "a+b=%C3%A9%26%3D&=*-._%7E");
  CHECK(serialize_form_urlencoded(entries, text::Encoding::windows_1252) ==
        "a+b=%E9%26%3D&=*-._%7E");
  CHECK(serialize_form_urlencoded(Entries{{"\u4E00", ""}}, text::Encoding::windows_1252) ==
        "%26%2319968%3B=");
  CHECK(serialize_form_urlencoded(Entries{{"\u4E00", ""}}, text::Encoding::utf_16le) ==
        "%E4%B8%80=");
  CHECK(serialize_form_urlencoded({}) == "");
}

}  // namespace hrefkit::url
