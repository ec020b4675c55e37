#include "url/random_reference.h"

namespace hrefkit::test {

namespace {

using namespace std::string_view_literals;

constexpr std::array schemes{"http:"sv,   "HTTP:"sv,      "https:"sv,  "file:"sv, "ftp:"sv,
                             "ws:"sv,     "wss:"sv,       "gopher:"sv, "x:"sv,    "data:"sv,
                             "about:"sv,  "mailto:"sv,    "1x:"sv,     ":"sv,     "x-y.z+:"sv,
                             "ht\ttp:"sv, "javascript:"sv};

constexpr std::array hosts{"h"sv,
                           "H.Example"sv,
                           "a.b."sv,
                           "a..b"sv,
                           "."sv,
                           "-a"sv,
                           "a-"sv,
                           "a_b"sv,
                           "%41"sv,
                           "%e4%b8%ad"sv,
                           "%C3"sv,
                           "%zz"sv,
                           "[::1]"sv,
                           "[::1.2.3.4]"sv,
                           "[1:2::3]"sv,
                           "[v1.x]"sv,
                           "[V2F.a:b]c]"sv,
                           "[::1"sv,
                           "[1.2.3.4]"sv,
                           "[]"sv,
                           "[::%31]"sv,
                           "1.2.3.4"sv,
                           "0x7f.1"sv,
                           "xn--"sv,
                           "xn--a"sv,
                           "xn--4ca"sv,
                           "\u00E4"sv,
                           "\u00C4\u3002b"sv,
                           "\u00DF"sv,
                           "\uFF48"sv,
                           "a\u00ADb"sv,
                           "\u00AD"sv,
                           "\u2024"sv,
                           "\u200D"sv,
                           "\u05D0"sv,
                           "\u05D0a"sv,
                           "\uFF0Eh"sv,
                           "%2E"sv,
                           "h%2Fx"sv,
                           "\U0001F600"sv,
                           "\u4E2D\u6587"sv,
                           "[2001:db8:0:0:1:0:0:1]"sv,
                           "[1:2:3:4:5:6:7:8]"sv,
                           "[::ffff:1.2.3.256]"sv,
                           "[1::2::3]"sv,
                           "[1:2:3:4:5:6:1.2.3.4]"sv,
                           "[1:2:3:4:5:6:7::]"sv,
                           "[::1.2.3]"sv,
                           "[::01.2.3.4]"sv};

constexpr std::array reference_pieces{
    "//"sv,     "/"sv,      "\\"sv,         "\\\\"sv,   ".."sv,       "."sv,         "%2e"sv,
    "%2E%2e"sv, "../"sv,    "./"sv,         "/.."sv,    "/."sv,       "?"sv,         "#"sv,
    "@"sv,      ":"sv,      ":80"sv,        ":81"sv,    ":080"sv,     ":x"sv,        ":443"sv,
    "C|"sv,     "C:"sv,     "c|/"sv,        "[::1]"sv,  "["sv,        "]"sv,         "%"sv,
    "%4"sv,     "%41"sv,    "%00"sv,        "%C3%A4"sv, "a"sv,        "b"sv,         "x"sv,
    "Z"sv,      " "sv,      "\t"sv,         "\n"sv,     "\r"sv,       "\f"sv,        "\0"sv,
    "\x7F"sv,   "\""sv,     "<"sv,          ">"sv,      "`"sv,        "{"sv,         "}"sv,
    "|"sv,      "^"sv,      "'"sv,          ";"sv,      "="sv,        "&"sv,         "+"sv,
    ","sv,      "~"sv,      "u:p@"sv,       "u@"sv,     "q=1"sv,      "\u00E4"sv,    "\u20AC"sv,
    "\u3042"sv, "\uFFFD"sv, "\U0001F4A9"sv, "\x80"sv,   "\xE4\xB8"sv, "\uFEFF"sv,    "\u0430"sv,
    "\uAC00"sv, "\u00A5"sv, "\u2028"sv,     "//h"sv,    "//h/"sv,     "http://h/"sv, "file:///"sv,
    "/a/b"sv};

}  // namespace

std::string RandomReferences::next() {
  const auto pick = [this](auto const& list) { return list[below(list.size())]; };
  std::string reference;
  if (below(4) == 0) reference += pick(reference_pieces);
  if (below(2) == 0) reference += pick(schemes);
  if (below(2) == 0) {
    reference += below(4) == 0 ? pick(reference_pieces) : "//"sv;
    if (below(4) == 0) reference += pick(reference_pieces);
    if (below(2) == 0) reference += pick(hosts);
  }
  for (std::size_t count = below(7); count != 0; --count) reference += pick(reference_pieces);
  if (below(8) == 0) reference += pick(hosts);
  return reference;
}

}  // namespace hrefkit::test
