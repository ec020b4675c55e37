#include "url/pieces.h"

#include <array>
#include <string_view>

namespace hrefkit::test {

namespace {

using namespace std::string_view_literals;

constexpr std::array pieces{
    "http:"sv,
    "https:"sv,
    "HTTPS:"sv,
    "file:"sv,
    "ws:"sv,
    "foo:"sv,
    "mailto:"sv,
    "//"sv,
    "/"sv,
    "\\"sv,
    "?"sv,
    "#"sv,
    ":"sv,
    "@"sv,
    "."sv,
    ".."sv,
    "../"sv,
    "./"sv,
    "%2e"sv,
    "%2E"sv,
    "%"sv,
    "%41"sv,
    "%zz"sv,
    "a"sv,
    "B"sv,
    "c.html"sv,
    "index"sv,
    "example.com"sv,
    "EXAMPLE.com"sv,
    "h"sv,
    "localhost"sv,
    "1.2.3.4"sv,
    "0x7f"sv,
    "256"sv,
    "1"sv,
    "[::1]"sv,
    "[::1.2.3.4]"sv,
    "[1:2:3:4:5:6:7:8]"sv,
    "["sv,
    "]"sv,
    ":80"sv,
    ":443"sv,
    ":8080"sv,
    ":99999"sv,
    "C:"sv,
    "C|"sv,
    "|"sv,
    " "sv,
    "\t"sv,
    "\n"sv,
    "\0"sv,
    "\x7F"sv,
    "'"sv,
    "\""sv,
    "<"sv,
    ">"sv,
    "`"sv,
    "^"sv,
    "{"sv,
    "}"sv,
    "~"sv,
    "-"sv,
    "_"sv,
    "xn--"sv,
    "xn--bcher-kva"sv,
    "\u00FC"sv,
    "\u00DF"sv,
    "\u3002"sv,
    "\u200D"sv,
    "\uFF0E"sv,
    "\U0001F4A9"sv,
    "\x80"sv,
    "\xED\xA0\x80"sv,
    "user"sv,
    "pass"sv,
    "&"sv,
    "="sv,
    "+"sv,
    ";"sv,
    "abcdefghijklmnop"sv,
    "/directory/"sv,
};

constexpr std::array bases{
    "https://example.com/a/b/c.html?q#f"sv,
    "http://h"sv,
    "https://u:p@h:8080/x/"sv,
    "http://h/..."sv,
    "file:///a/b"sv,
    "file:///C:/a/b"sv,
    "file://host/a"sv,
    "file:///"sv,
    "foo://h/a/b?q"sv,
    "foo://h"sv,
    "foo:/a/b"sv,
    "foo:/.//a"sv,
    "mailto:a@b"sv,
    "foo:x?q#f"sv,
    "ws://h/a//b/"sv,
    "https://[::1]:81/a?b/c#d/e"sv,
};

template <class Array>
std::string_view any_of(Array const& array, std::mt19937& random) {
  return array[random() % array.size()];
}

}  // namespace

std::string random_pieces(std::mt19937& random, unsigned longest) {
  std::string text;
  for (std::size_t count = random() % (longest + 1); count > 0; --count) {
    text += any_of(pieces, random);
  }
  return text;
}

std::string random_base(std::mt19937& random) {
  return std::string(any_of(bases, random));
}

}  // namespace hrefkit::test
