#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"

using namespace hrefkit::text;

namespace {

constexpr UnencodableHandler as_number = [](char32_t code_point, std::string& out) {
  out += '{' + std::to_string(static_cast<std::uint32_t>(code_point)) + '}';
};

std::string encoded(std::u32string_view code_points, Encoding encoding) {
  std::string utf8;
  for (const char32_t c : code_points) append_utf8(utf8, c);
  std::string out;
  append_encoded(out, utf8, encoding, as_number);
  return out;
}

/// Code points whose bytes decode to another one, as the standard has it.
bool changes_on_the_way(char32_t c, Encoding encoding) {
  static const std::set<char32_t> private_use_of_2005{
      0xE78D, 0xE78E, 0xE78F, 0xE790, 0xE791, 0xE792, 0xE793, 0xE794, 0xE795,
      0xE796, 0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864};
  switch (encoding) {
    case Encoding::gbk:
    case Encoding::gb18030:
      return private_use_of_2005.contains(c);
    case Encoding::euc_jp:
    case Encoding::shift_jis:
      return c == 0xA5 || c == 0x203E || c == 0x2212;
    case Encoding::iso_2022_jp:
      return c == 0x2212 || (c >= 0xFF61 && c <= 0xFF9F);
    default:
      return false;
  }
}

}  // namespace

TEST_CASE("examples of every encoder") {
  struct Row {
    Encoding encoding;
    std::u32string_view text;
    std::string_view bytes;
  };
  for (Row const& row : {
           Row{Encoding::utf_8, U"a\u00E9", "a\xC3\xA9"},
           Row{Encoding::windows_1252, U"\u20AC\u0081\u00E9\u0431", "\x80\x81\xE9{1073}"},
           Row{Encoding::windows_1251, U"\u0431\u00E9", "\xE1{233}"},
           Row{Encoding::iso_8859_8_i, U"\u05D0", "\xE0"},
           Row{Encoding::koi8_u, U"\u040E\u256C", "\xBE{9580}"},
           Row{Encoding::gbk, U"\u4E2D\u20AC\u1F60\U0001F600", "\xD6\xD0\x80{8032}{128512}"},
           Row{Encoding::gbk, U"\uE5E5\uE78D\u9FB4", "{58853}\xA6\xD9\xFE\x59"},
           Row{Encoding::gb18030, U"\u20AC\uE7C7", "\xA2\xE3\x81\x35\xF4\x37"},
           Row{Encoding::gb18030, U"\uE5E5\u0080\U0010FFFF",
               "{58853}\x81\x30\x81\x30\xE3\x32\x9A\x35"},
           Row{Encoding::big5, U"\u4E2D\u2550\u43F0\u00CA", "\xA4\xA4\xF9\xF9{17392}{202}"},
           Row{Encoding::euc_jp, U"\u65E5\uFF76\u00A5\u203E\u2212\u4E02",
               "\xC6\xFC\x8E\xB6\\~\xA1\xDD{19970}"},
           Row{Encoding::shift_jis, U"\u65E5\uFF76\u00A5\u203E\u2212\u0080\uE000",
               "\x93\xFA\xB6\\~\x81\x7C\x80{57344}"},
           Row{Encoding::shift_jis, U"\u7E8A\u2252", "\xFA\x5C\x81\xE0"},
           Row{Encoding::euc_kr, U"\uD55C\uAC02", "\xC7\xD1\x81\x41"},
           Row{Encoding::x_user_defined, U"a\uF780\uF7FF\u0080", "a\x80\xFF{128}"},
           Row{Encoding::iso_2022_jp, U"a\u65E5b", "a\x1B$BF|\x1B(Bb"},
           Row{Encoding::iso_2022_jp, U"\u65E5", "\x1B$BF|\x1B(B"},
           Row{Encoding::iso_2022_jp, U"\u00A5a\\\u203E", "\x1B(J\\a\x1B(B\\\x1B(J~\x1B(B"},
           Row{Encoding::iso_2022_jp, U"\u00A5\u00E9\u65E5\u00E9",
               "\x1B(J\\{233}\x1B$BF|\x1B(B{233}"},
           Row{Encoding::iso_2022_jp, U"\uFF76\u2212", "\x1B$B%+!]\x1B(B"},
           Row{Encoding::iso_2022_jp, U"\u65E5\u001B\u000E", "\x1B$BF|\x1B(B{65533}{65533}"},
       }) {
    CAPTURE(name(row.encoding), row.bytes);
    CHECK(encoded(row.text, row.encoding) == row.bytes);
  }
}

TEST_CASE("what is encoded decodes to itself") {
  for (unsigned e = 0; e <= static_cast<unsigned>(Encoding::x_user_defined); ++e) {
    const auto encoding = static_cast<Encoding>(e);
    if (output_encoding(encoding) != encoding) continue;
    CAPTURE(name(encoding));
    std::size_t failures = 0;
    for (char32_t c = 1; c <= 0x10FFFF; c += c < 0x30000 ? 1 : 0x101) {
      if ((c >= 0xD800 && c <= 0xDFFF) || changes_on_the_way(c, encoding)) continue;
      std::string utf8;
      append_utf8(utf8, c);
      std::string bytes;
      append_encoded(bytes, utf8, encoding, [](char32_t, std::string& out) { out = "none"; });
      failures += bytes != "none" && decode(bytes, encoding).text != utf8;
    }
    CHECK(failures == 0);
  }
}

TEST_CASE("gb18030 has bytes for everything but U+E5E5") {
  std::size_t without = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string utf8;
    append_utf8(utf8, c);
    std::string bytes;
    append_encoded(bytes, utf8, Encoding::gb18030,
                   [](char32_t, std::string& out) { out = "none"; });
    without += bytes == "none";
  }
  CHECK(without == 1);
}
