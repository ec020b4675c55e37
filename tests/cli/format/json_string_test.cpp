#include "hrefkit/cli/format/json_writer.h"

#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::cli {

namespace {

std::string json(std::string_view text) {
  RowBuffer rows;
  rows.append("before:");
  text::append_json_string(rows, text);
  return std::string(rows.view().substr(7));
}

TEST_CASE("JSON strings are escaped as RFC 8259 demands and no more", "[json]") {
  CHECK(json("") == R"("")");
  CHECK(json("plain / 'text' <&> \x7F ü") == "\"plain / 'text' <&> \x7F ü\"");
  CHECK(json("\"\\\b\f\n\r\t") == R"("\"\\\b\f\n\r\t")");
  CHECK(json(std::string("\0\x01\x1F", 3)) == R"("\u0000\u0001\u001f")");
}

TEST_CASE("JSON strings in ASCII escape all that is not printable", "[json]") {
  const auto ascii = [](std::string_view text) {
    RowBuffer rows;
    append_ascii_json_string(rows, text);
    return std::string(rows.view());
  };
  CHECK(ascii("") == R"("")");
  CHECK(ascii(" ~/'\"\\\n\x01\x7F") == R"(" ~/'\"\\\n\u0001\u007f")");
  CHECK(ascii("a\u00E9b\uFFFDc\U0001F600") == R"("a\u00e9b\ufffdc\ud83d\ude00")");
}

TEST_CASE("an escape is found at any place of a text of any length", "[json]") {
  for (std::size_t length = 1; length < 70; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      for (const char c : {'"', '\\', '\n', '\0', '\x1F'}) {
        std::string text(length, 'x');
        text[place] = c;
        for (std::size_t other = place; other < length; other += 7) text[other] = c;
        // An exact copy on the heap, so that a read past its end is seen.
        const std::vector<char> exact(text.begin(), text.end());
        rapidjson::Document parsed;
        parsed.Parse(json({exact.data(), exact.size()}).c_str());
        REQUIRE(parsed.IsString());
        REQUIRE(std::string(parsed.GetString(), parsed.GetStringLength()) == text);
      }
    }
  }
}

}  // namespace

}  // namespace hrefkit::cli
