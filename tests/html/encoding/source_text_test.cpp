#include "hrefkit/html/source_text.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace hrefkit;
using html::NoteKind;
using text::Encoding;

namespace {

struct Decoded {
  std::string bytes;
  std::string buffer;
  html::Notes notes;
  html::SourceText source;

  Decoded(std::string_view input, html::EncodingOptions const& options)
      : bytes(input), source(html::decode_source(bytes, options, buffer, notes).value()) {}

  bool is_view_of_bytes() const {
    return source.text.data() >= bytes.data() &&
           source.text.data() + source.text.size() == bytes.data() + bytes.size();
  }
};

html::EncodingOptions in(std::string_view label) {
  return {.transport_charset = label};
}

}  // namespace

TEST_CASE("text that is its bytes is not copied") {
  for (auto const& [bytes, label] : {std::pair{"<p>plain", "windows-1252"},
                                     {"<p>plain", "big5"},
                                     {"<p>\xD0\xBF", "utf-8"},
                                     {"", "utf-8"},
                                     {"\xEF\xBB\xBF<p>", "koi8-r"}}) {
    CAPTURE(bytes, label);
    const Decoded decoded(bytes, in(label));
    CHECK(decoded.is_view_of_bytes());
    CHECK_FALSE(decoded.source.malformed);
    CHECK(decoded.notes.empty());
  }
}

TEST_CASE("a byte order mark is no text, and positions count it") {
  const Decoded plain("\xEF\xBB\xBF<p>", {});
  CHECK(plain.source.text == "<p>");
  CHECK(plain.source.map.to_source(0) == 3);
  CHECK(plain.source.map.to_source(2) == 5);

  using namespace std::string_view_literals;
  const Decoded utf_16("\xFF\xFE<\0\xE9\0\x3D\xD8\x00\xDEx\0"sv, {});
  CHECK(utf_16.source.text == "<\xC3\xA9\xF0\x9F\x98\x80x");
  CHECK(utf_16.source.map.to_source(0) == 2);
  CHECK(utf_16.source.map.to_source(1) == 4);
  CHECK(utf_16.source.map.to_source(3) == 6);
  CHECK(utf_16.source.map.to_source(7) == 10);
  CHECK(utf_16.source.map.to_source(8) == 12);
}

TEST_CASE("a byte order mark of a text at hand is left out, and positions count it") {
  const html::SourceText marked = html::source_from_text("\xEF\xBB\xBF<p>\xEF\xBB\xBF");
  CHECK(marked.text == "<p>\xEF\xBB\xBF");
  CHECK(marked.map.to_source(0) == 3);
  CHECK(marked.encoding.mark_length == 3);
  const html::SourceText plain = html::source_from_text("<p>");
  CHECK(plain.text == "<p>");
  CHECK(plain.map.to_source(0) == 0);
}

TEST_CASE("ASCII bytes are not always ASCII") {
  CHECK(Decoded("\x1B$BF|\x1B(B", in("iso-2022-jp")).source.text == "\xE6\x97\xA5");
  CHECK(Decoded("<p>", in("replacement")).source.text == "\xEF\xBF\xBD");
  CHECK(Decoded(std::string_view("<\0", 2), in("utf-16")).source.text == "<");
}

TEST_CASE("an escape sequence belongs to the character behind it") {
  const std::string bytes = "<a href=\x1B$B;z\x1B(B>x\x1B$B;z\x1B(B";
  const Decoded decoded(bytes, in("iso-2022-jp"));
  const std::string_view character = "\xE5\xAD\x97";
  REQUIRE(decoded.source.text == "<a href=\xE5\xAD\x97>x\xE5\xAD\x97");
  const std::size_t begin = decoded.source.map.to_source(8);
  const std::size_t end = decoded.source.map.to_source(8 + 3);
  CHECK(begin == 8);
  CHECK(end == 8 + 5);
  CHECK(Decoded(bytes.substr(begin, end - begin), in("iso-2022-jp")).source.text == character);
  CHECK(decoded.source.map.to_source(8 + 3 + 1) == 8 + 5 + 4);  // x, behind ESC ( B >
  CHECK(decoded.source.map.to_source(8 + 3 + 2 + 3) == bytes.size());
}

TEST_CASE("a refused encoding is told as such") {
  const Decoded decoded("<a href=x>", in("hz-gb-2312"));
  REQUIRE(decoded.notes.size() == 1);
  CHECK(decoded.notes[0].kind == NoteKind::refused_encoding);
  CHECK(severity(decoded.notes[0].kind) == html::NoteSeverity::warning);
}

TEST_CASE("malformed bytes are told in a note") {
  const Decoded decoded("<p>\xFF<a>", in("utf-8"));
  CHECK(decoded.source.malformed);
  CHECK(decoded.source.text == "<p>\xEF\xBF\xBD<a>");
  CHECK(decoded.source.map.to_source(6) == 4);
  REQUIRE(decoded.notes.size() == 1);
  CHECK(decoded.notes[0].kind == NoteKind::malformed_bytes);
}

TEST_CASE("a note of malformed bytes has the place of the first, and their number") {
  struct Case {
    std::string_view encoding;
    std::string_view bytes;
    std::size_t begin;  // in the bytes
    std::size_t count;
  };
  const std::vector<Case> cases{
      {"utf-8", "<p>\xFF<a>", 3, 1},
      {"utf-8", "\xEF\xBF\xBD\xFF\xEF\xBF\xBD\xC3<\xE1\x80\xEF\xBF\xBD", 3, 3},  // some are written
      {"shift_jis", "ab\x81\x20\xFF", 2, 2},
      {"gb18030", "\x84\x31\xA4\x37\xFF", 4, 1},
      {"utf-16le", std::string_view("a\0\xFD\xFF\x00\xDC", 6), 4, 1},
      {"utf-16be", std::string_view("\xDC\0\xFF\xFD\0a", 6), 0, 1},
      {"windows-1252", "\xE9", 0, 0},
  };
  for (Case const& row : cases) {
    CAPTURE(row.encoding);
    const Decoded decoded(row.bytes, in(row.encoding));
    if (row.count == 0) {
      CHECK(decoded.notes.empty());
      continue;
    }
    REQUIRE(decoded.notes.size() == 1);
    CHECK(decoded.notes[0].count == row.count);
    CHECK(decoded.source.map.to_source(decoded.notes[0].span.begin) == row.begin);
    CHECK(decoded.notes[0].span.in(decoded.source.text) == "\xEF\xBF\xBD");
  }
}

TEST_CASE("malformed bytes of XML are marked, so that reading ends at the first") {
  html::EncodingOptions options = in("utf-8");
  options.content_type = html::ContentType::xml;
  const Decoded decoded("<p>\xEF\xBF\xBD\xFF\xFE<a>", options);
  CHECK(decoded.source.malformed);
  CHECK(decoded.source.text == "<p>\xEF\xBF\xBD\xEF\xBF\xBF\xEF\xBF\xBD<a>");
  CHECK(decoded.source.map.to_source(6) == 6);
  REQUIRE(decoded.notes.size() == 1);
  CHECK(decoded.notes[0].kind == NoteKind::malformed_bytes);
  CHECK(decoded.notes[0].message ==
        "some bytes are not UTF-8; XML is not read past the first of them");
  options.encoding = hrefkit::text::encoding_from_label("shift_jis");
  CHECK(Decoded("<p>\x81", options).source.text == "<p>\xEF\xBF\xBF");
}

TEST_CASE("an undeclared encoding is told where it matters, and whether it may be UTF-8") {
  CHECK(Decoded("<p>plain", {}).notes.empty());

  const Decoded latin("<p>\xE9", {});
  REQUIRE(latin.notes.size() == 1);
  CHECK(latin.notes[0].kind == NoteKind::undeclared_encoding);
  CHECK(latin.notes[0].message.find("UTF-8") == std::string::npos);

  const Decoded utf_8("<p>\xC3\xA9", {});
  CHECK(utf_8.source.text == "<p>\xC3\x83\xC2\xA9");
  REQUIRE(utf_8.notes.size() == 1);
  CHECK(utf_8.notes[0].message.find("valid UTF-8") != std::string::npos);

  CHECK(Decoded("<p>\xC3\xA9", {.fallback = {.utf_8_if_valid = true}}).notes.empty());
}

TEST_CASE("a buffer serves one file after another") {
  std::string buffer;
  html::Notes notes;
  for (int i = 0; i < 3; ++i) {
    const auto source = html::decode_source("a\xE9z", in("windows-1252"), buffer, notes);
    REQUIRE(source);
    CHECK(source->text == "a\xC3\xA9z");
    CHECK(source->map.to_source(3) == 2);
  }
}

TEST_CASE("decoded text is UTF-8, whatever it declares") {
  struct Case {
    std::string text;
    html::EncodingOptions options;
    text::Encoding encoding;
  };
  using text::Encoding;
  const std::vector<Case> cases{
      {"\xC3\xA4", {}, Encoding::utf_8},
      {"<meta charset=koi8-r>\xC3\xA4", {}, Encoding::koi8_r},
      {"\xC3\xA4", {.transport_charset = "koi8-r"}, Encoding::koi8_r},
      {"\xC3\xA4", {.encoding = Encoding::koi8_r}, Encoding::koi8_r},
      {"\xC3\xA4", {.fallback = {.encoding = Encoding::koi8_r}}, Encoding::utf_8},
  };
  for (Case const& row : cases) {
    std::string buffer;
    const auto source = html::source_from_decoded(row.text, row.options, buffer);
    REQUIRE(source);
    CHECK(source->text == row.text);
    CHECK(source->encoding.encoding == row.encoding);
    CHECK_FALSE(source->malformed);
    CHECK(buffer.empty());
  }
}

TEST_CASE("ill-formed bytes of decoded text are U+FFFD") {
  const std::string text =
      "\xEF\xBB\xBF"
      "a\xFF"
      "b";
  std::string buffer;
  const auto source = html::source_from_decoded(text, {}, buffer);
  REQUIRE(source);
  CHECK(source->text ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(source->malformed);
  CHECK(source->map.to_source(0) == 3);
  CHECK(source->map.to_source(4) == 5);
}
