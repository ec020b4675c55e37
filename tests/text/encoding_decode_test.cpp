// Decoders by examples that can be read, and by the standard's state machines (standard_decoder.h).
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"
#include "text/standard_decoder.h"

using namespace hrefkit;
using text::Encoding;

namespace {

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    constexpr char digits[] = "0123456789ABCDEF";
    hex += digits[static_cast<unsigned char>(c) >> 4];
    hex += digits[static_cast<unsigned char>(c) & 15];
    hex += ' ';
  }
  return hex;
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 3) {
    bytes += static_cast<char>(text::hex_value(hex[i]) * 16 + text::hex_value(hex[i + 1]));
  }
  return bytes;
}

/// True when text, errors and positions are those of the standard's state machine.
bool agrees(std::string_view bytes, Encoding encoding) {
  const text::DecodedText actual = text::decode(bytes, encoding);
  std::string wanted;
  bool errors = false;
  bool positions = true;
  for (test::DecodedPiece const& piece : test::decode_by_the_standard(bytes, encoding)) {
    positions &= actual.map.to_source(static_cast<std::uint32_t>(wanted.size())) == piece.begin;
    for (const char32_t c : piece.code_points) text::append_utf8(wanted, c);
    errors |= piece.error;
  }
  positions &= actual.map.to_source(static_cast<std::uint32_t>(wanted.size())) == bytes.size();
  return actual.text == wanted && actual.malformed_at.has_value() == errors && positions;
}

void check_agrees(std::string_view bytes, Encoding encoding) {
  if (agrees(bytes, encoding)) return;
  std::string wanted;
  for (test::DecodedPiece const& piece : test::decode_by_the_standard(bytes, encoding)) {
    for (const char32_t c : piece.code_points) text::append_utf8(wanted, c);
  }
  INFO(text::name(encoding) << ": " << to_hex(bytes));
  CHECK(text::decode(bytes, encoding).text == wanted);
  FAIL("text or positions differ from the standard's state machine");
}

constexpr std::array multi_byte{Encoding::utf_8,    Encoding::gbk,         Encoding::gb18030,
                                Encoding::big5,     Encoding::euc_jp,      Encoding::euc_kr,
                                Encoding::utf_16be, Encoding::iso_2022_jp, Encoding::shift_jis,
                                Encoding::utf_16le};

/// Beginnings, middles and ends of characters and escape sequences of all encodings.
std::vector<std::string> const& tricky_pieces() {
  static const std::vector<std::string> pieces{"\x1B$B",
                                               "\x1B$@",
                                               "\x1B(B",
                                               "\x1B(J",
                                               "\x1B(I",
                                               "\x1B",
                                               "\x1B$",
                                               "\x1B(",
                                               "\x8F",
                                               "\x8E",
                                               "\x81\x30",
                                               "\x81\x30\x81",
                                               "\xD8",
                                               "\xDC",
                                               "\x0E",
                                               "\x0F",
                                               "\\",
                                               "~",
                                               "\x80",
                                               "\xFF",
                                               "\xA3\xA0",
                                               "\x88\x62",
                                               "\xE3\x32\x9A\x35",
                                               "\x84\x31\xA4\x39",
                                               "\x81\x35\xF4\x37",
                                               "\xF0\x9F\x98",
                                               "\xED\xA0\x80",
                                               "\xF4\x8F\xBF\xBF",
                                               "\xC3\xA9",
                                               "a",
                                               "<",
                                               "\"",
                                               "!!",
                                               "0!",
                                               std::string(1, '\0'),
                                               std::string(40, 'x'),
                                               "\xFE\x59"};
  return pieces;
}

}  // namespace

TEST_CASE("examples of every decoder") {
  struct Row {
    Encoding encoding;
    std::string_view bytes;  ///< in hex
    std::u32string_view text;
  };
  for (Row const& row : {
           Row{Encoding::utf_8, "61 20 C3 A9 20 E2 82 AC 20 F0 9F 98 80",
               U"a \u00E9 \u20AC \U0001F600"},
           Row{Encoding::windows_1252, "80 81 9F E9", U"\u20AC\u0081\u0178\u00E9"},
           Row{Encoding::windows_1253, "AA E1", U"\uFFFD\u03B1"},
           Row{Encoding::koi8_u, "AE BE", U"\u045E\u040E"},
           Row{Encoding::windows_1255, "CA", U"\u05BA"},
           Row{Encoding::windows_874, "DB A1", U"\uFFFD\u0E01"},
           Row{Encoding::iso_8859_8_i, "E0 E1", U"\u05D0\u05D1"},
           Row{Encoding::gbk, "D6 D0 CE C4 80", U"\u4E2D\u6587\u20AC"},
           Row{Encoding::gb18030, "81 30 81 30 A3 A0 FE 59 90 30 81 30",
               U"\u0080\u3000\u9FB4\U00010000"},
           Row{Encoding::gb18030, "81 35 F4 37 84 31 A4 39 E3 32 9A 35", U"\uE7C7\uFFFF\U0010FFFF"},
           Row{Encoding::gb18030, "81 30 81 20", U"\uFFFD0\uFFFD "},
           Row{Encoding::gb18030, "FF 81 30 81", U"\uFFFD\uFFFD"},
           Row{Encoding::big5, "A4 A4 A4 E5", U"\u4E2D\u6587"},
           Row{Encoding::big5, "88 62 88 66 88 A5 87 40", U"\u00CA\u0304\u00CA\u00EA\u030C\u43F0"},
           Row{Encoding::big5, "A4 22 A4", U"\uFFFD\"\uFFFD"},
           Row{Encoding::euc_jp, "C6 FC CB DC 8E B6 8F B0 A1", U"\u65E5\u672C\uFF76\u4E02"},
           Row{Encoding::euc_jp, "8F A1 22 A1 22", U"\uFFFD\"\uFFFD\""},
           Row{Encoding::shift_jis, "93 FA 96 7B B6 80 F0 40", U"\u65E5\u672C\uFF76\u0080\uE000"},
           Row{Encoding::shift_jis, "93 22 A0 FF", U"\uFFFD\"\uFFFD\uFFFD"},
           Row{Encoding::euc_kr, "C7 D1 B1 DB 81 41", U"\uD55C\uAE00\uAC02"},
           Row{Encoding::iso_2022_jp, "61 1B 24 42 46 7C 1B 28 4A 78 5C 7E 1B 28 49 54 1B 28 42 7A",
               U"a\u65E5x\u00A5\u203E\uFF94z"},
           Row{Encoding::iso_2022_jp, "1B 28 4A 1B 28 42 0E 80", U"\uFFFD\uFFFD\uFFFD"},
           Row{Encoding::iso_2022_jp, "1B 24 42 21 1B 28 42 21", U"\uFFFD!"},
           Row{Encoding::replacement, "61 6E 79", U"\uFFFD"},
           Row{Encoding::replacement, "", U""},
           Row{Encoding::utf_16le, "61 00 3D D8 00 DE 00 DC 3D D8 00", U"a\U0001F600\uFFFD\uFFFD"},
           Row{Encoding::utf_16be, "D8 3D 00 61 DE", U"\uFFFDa\uFFFD"},
           Row{Encoding::x_user_defined, "61 80 FF", U"a\uF780\uF7FF"},
       }) {
    std::string wanted;
    for (const char32_t c : row.text) text::append_utf8(wanted, c);
    CAPTURE(text::name(row.encoding), row.bytes);
    CHECK(text::decode(from_hex(row.bytes), row.encoding).text == wanted);
  }
}

TEST_CASE("one and two bytes of every value, between ASCII, with their positions") {
  for (unsigned e = 0; e <= static_cast<unsigned>(Encoding::x_user_defined); ++e) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      check_agrees(std::string("<") + static_cast<char>(byte) + ">", static_cast<Encoding>(e));
    }
  }
  for (Encoding encoding : multi_byte) {
    for (unsigned pair = 0; pair < 0x10000; ++pair) {
      const char bytes[] = {'<', static_cast<char>(pair >> 8), static_cast<char>(pair), '>'};
      check_agrees({bytes, sizeof bytes}, encoding);
    }
  }
}

TEST_CASE("EUC-JP's three bytes") {
  for (unsigned pair = 0; pair < 0x10000; ++pair) {
    const char bytes[] = {'\x8F', static_cast<char>(pair >> 8), static_cast<char>(pair), '>'};
    check_agrees({bytes, sizeof bytes}, Encoding::euc_jp);
  }
}

TEST_CASE("gb18030's four bytes") {
  for (unsigned pointer = 0; pointer < 126 * 10 * 126 * 10; pointer += pointer < 40000 ? 1 : 97) {
    const char bytes[] = {
        static_cast<char>(0x81 + pointer / 12600), static_cast<char>(0x30 + pointer / 1260 % 10),
        static_cast<char>(0x81 + pointer / 10 % 126), static_cast<char>(0x30 + pointer % 10), '>'};
    check_agrees({bytes, sizeof bytes}, Encoding::gb18030);
  }
}

TEST_CASE("ISO-2022-JP's pairs") {
  for (unsigned pair = 0; pair < 0x10000; ++pair) {
    const char bytes[] = {'\x1B', '$', 'B', static_cast<char>(pair >> 8), static_cast<char>(pair),
                          '!',    '!'};
    check_agrees({bytes, sizeof bytes}, Encoding::iso_2022_jp);
  }
}

TEST_CASE("mixtures of pieces of characters, cut off anywhere") {
  std::mt19937 random(20261120);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (int round = 0; round < 3000; ++round) {
    std::string bytes;
    for (std::size_t count = below(12); count > 0; --count) {
      if (below(3) == 0) {
        bytes += static_cast<char>(below(256));
      } else {
        bytes += tricky_pieces()[below(tricky_pieces().size())];
      }
    }
    for (Encoding encoding : multi_byte) check_agrees(bytes, encoding);
  }
}

TEST_CASE("long text maps back character by character") {
  for (Encoding encoding : multi_byte) {
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
      text::append_encoded(
          bytes, i % 3 == 0 ? "<a href='\xE6\x97\xA5\xE6\x9C\xAC'>" : "\xE5\x9C\x8B ",
          text::output_encoding(encoding), [](char32_t, std::string& out) { out += '?'; });
      if (i % 50 == 7) bytes += '\xFF';
    }
    check_agrees(bytes, encoding);
  }
}

TEST_CASE("decoded text follows what the string and the map hold already") {
  std::string all = "x";
  text::SourceMap map;
  map.append_character(1, 5);
  CHECK_FALSE(text::decode_append(all, map, "\xE9y", Encoding::windows_1252));
  CHECK(text::decode_append(all, map, "\x81", Encoding::euc_kr) == 4);
  CHECK(all == "x\xC3\xA9y\xEF\xBF\xBD");
  CHECK(map.to_source(1) == 5);
  CHECK(map.to_source(3) == 6);
  CHECK(map.to_source(4) == 7);
  CHECK(map.to_source(7) == 8);
}

TEST_CASE("valid UTF-8 and ASCII map to themselves") {
  CHECK(text::decode("a\xC3\xA9\xE2\x82\xAC", Encoding::utf_8).map.is_identity());
  CHECK(text::decode("plain", Encoding::windows_1252).map.is_identity());
  CHECK(text::decode("plain", Encoding::big5).map.is_identity());
  CHECK_FALSE(text::decode("\xE9", Encoding::windows_1252).map.is_identity());
}
