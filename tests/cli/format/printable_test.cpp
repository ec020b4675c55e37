#include "hrefkit/cli/format/printable.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

std::string printable(std::string_view text, Display display) {
  std::string out = "before:";
  append_printable(out, text, display);
  return out.substr(7);
}

struct PrintableCase {
  std::string_view text;
  char const* on_terminal;
  std::string_view in_stream;
};

TEST_CASE("text stays on its line, and on a terminal does nothing else", "[printable]") {
  const PrintableCase cases[] = {
      {"", "", ""},
      {"a b", "a b", "a b"},
      {"a\nb\r\tc", "a\\nb\\r\\tc", "a\\nb\\r\\tc"},
      {"\x1B[0m", "\\x1B[0m", "\x1B[0m"},
      {{"\0", 1}, "\\x00", {"\0", 1}},
      {"\x1F\x7F", "\\x1F\\x7F", "\x1F\x7F"},
      {"\xC2\x80\xC2\x9F", "\\x80\\x9F", "\xC2\x80\xC2\x9F"},
      {"\xC2\xA0", "\xC2\xA0", "\xC2\xA0"},
      {"\xD8\x9C", "\\u061C", "\xD8\x9C"},
      {"\xE2\x80\x8E\xE2\x80\x8F", "\\u200E\\u200F", "\xE2\x80\x8E\xE2\x80\x8F"},
      {"\xE2\x80\xA8\xE2\x80\xAE", "\\u2028\\u202E", "\xE2\x80\xA8\xE2\x80\xAE"},
      {"\xE2\x81\xA6\xE2\x81\xA9", "\\u2066\\u2069", "\xE2\x81\xA6\xE2\x81\xA9"},
      {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
      {"\xFFz\xE2\x82", "\xEF\xBF\xBDz\xEF\xBF\xBD", "\xEF\xBF\xBDz\xEF\xBF\xBD"},
  };
  for (auto const& [text, on_terminal, in_stream] : cases) {
    CAPTURE(text);
    CHECK(printable(text, Display::terminal) == on_terminal);
    CHECK(printable(text, Display::stream) == in_stream);
  }
}

TEST_CASE("JSON is made safe by its own escapes", "[printable]") {
  std::string out;
  append_printable_json(out, "{\"a\\u001b\":\"\x7F\xC2\x9B\xE2\x80\xAE\xC3\xBC\"},\n");
  CHECK(out == "{\"a\\u001b\":\"\\u007f\\u009b\\u202e\xC3\xBC\"},\n");
}

TEST_CASE("a very long message is shown without its middle", "[printable]") {
  const std::string path(4096, 'p');
  CHECK(shown_message("") == "");
  CHECK(shown_message(path + ": why") == path + ": why");
  const std::string value(1'000'000, 'v');
  const std::string shown = shown_message("--x: '" + value + "' is no number");
  CHECK(shown.size() < 5000);
  CHECK_THAT(shown, Catch::StartsWith("--x: 'vvv"));
  CHECK_THAT(shown, Catch::Contains("v...v"));
  CHECK_THAT(shown, Catch::EndsWith("vvv' is no number"));
}

TEST_CASE("a very long message is cut between characters", "[printable]") {
  std::string letters;
  while (letters.size() < 10'000) letters += "\xE2\x82\xAC";
  for (std::string const before : {"", "a", "ab"}) {
    const std::string shown = shown_message(before + letters);
    CHECK(shown.size() < 5000);
    CHECK(text::find_invalid_utf8(shown) == shown.size());
  }
  CHECK(shown_message(std::string(10'000, '\x80')) == "...");
}

}  // namespace

}  // namespace hrefkit::cli
