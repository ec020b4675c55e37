#include "hrefkit/site/binary_content.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

using namespace std::string_literals;

TEST_CASE("bytes that are no text", "[binary]") {
  struct Case {
    std::string bytes;
    char const* what;
  };
  for (auto const& [bytes, what] :
       {Case{"\x1F\x8B\x08\x00xyz"s, "a gzip file"}, Case{"PK\x03\x04"s, "a zip file"},
        Case{"%PDF-1.4\n"s, "a PDF document"}, Case{"\x89PNG\r\n\x1A\n"s, "a PNG picture"},
        Case{"GIF89a"s, "a GIF picture"}, Case{"\xFF\xD8\xFF\xE0"s, "a JPEG picture"},
        Case{"RIFF\1\2\3\4WEBPVP8 "s, "a WebP picture"},
        Case{"\x7F"
             "ELF\2"s,
             "a program"},
        Case{"hello\0<a href=x>"s, "binary data"}, Case{"\0\0\0\0"s, "binary data"},
        Case{
            "From: <Saved by Blink>\r\nContent-Location: https://h.example/\r\nSubject: a\r\n b\r\n"
            "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<a href=3D'x'>"s,
            "a web archive (MHTML) or a mail"},
        Case{"mime-version: 1.0\n\n"s, "a web archive (MHTML) or a mail"},
        Case{"BM\0\0"s, "a BMP picture"}}) {
    CAPTURE(what);
    CHECK(binary_content(bytes, {}) == what);
  }
}

TEST_CASE("bytes that are text", "[binary]") {
  for (std::string const& bytes :
       {""s, "From: a\n\nMIME-Version: 1.0"s, "Note: <b>MIME</b>\nno field"s, "x\nMIME-Version: 1"s,
        " MIME-Version: 1.0"s, "plain"s, "BM is a text"s, "ID3 too"s, " \n<p>\0"s, "<!-- \0 -->"s,
        "</p>\0"s, "\xFF\xFEh\0t\0"s, "\xFE\xFF\0h"s, "\xEF\xBB\xBF\0"s, "\xE4\xFF\x01"s,
        std::string(2000, 'x') + '\0'}) {
    CAPTURE(bytes);
    CHECK_FALSE(binary_content(bytes, {}));
  }
}

TEST_CASE("UTF-16 without a byte order mark", "[binary]") {
  std::string page;
  for (const char c : "<p>text</p>"s) page.append(1, c).append(1, '\0');
  const auto what = binary_content(page, {});
  REQUIRE(what);
  CHECK(what->find("--encoding utf-16le") != std::string_view::npos);
  CHECK_FALSE(binary_content(page, {.is_encoding_known = true}));
  CHECK_FALSE(binary_content(page, {.type = html::ContentType::xml}));
  CHECK(binary_content("\x1F\x8B\x08"s, {.is_encoding_known = true}));
}

}  // namespace

}  // namespace hrefkit::site
