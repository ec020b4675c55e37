#include "hrefkit/cli/format/row_sink.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::cli {

namespace {

constexpr std::array<std::string_view, 2> columns{"one", "two"};

/// What a sink writes for these rows.
std::string output(RowStyle style, std::vector<std::string> const& rows) {
  std::string out;
  RowSink sink(style, columns, [&](std::string_view text) {
    out += text;
    return true;
  });
  CHECK(sink.begin());
  for (std::string const& row : rows) {
    CHECK(sink.emit(std::string(row_prefix(style.format)) + row +
                    std::string(row_suffix(style.format))));
  }
  CHECK(sink.emit(""));
  CHECK(sink.end());
  return out;
}

TEST_CASE("a sink frames rows in each format", "[rows]") {
  CHECK(output({.format = Format::text}, {}) == "");
  CHECK(output({.format = Format::text}, {"a", "b"}) == "a\nb\n");
  CHECK(output({.format = Format::json}, {}) == "[]\n");
  CHECK(output({.format = Format::json}, {"{}", "{}"}) == "[{},\n{}\n]\n");
  CHECK(output({.format = Format::jsonl}, {"{}", "{}"}) == "{}\n{}\n");
  CHECK(output({.format = Format::csv}, {}) == "one,two\n");
  CHECK(output({.format = Format::csv}, {"1,2"}) == "one,two\n1,2\n");
}

TEST_CASE("JSON for a terminal has escapes for what is not safe to show", "[rows]") {
  const std::string row = "{\"a\":\"\xE2\x80\xAE\"}";
  CHECK(output({.format = Format::json, .display = Display::terminal}, {row}) ==
        "[{\"a\":\"\\u202e\"}\n]\n");
  CHECK(output({.format = Format::json}, {row}) == "[" + row + "\n]\n");
}

TEST_CASE("a sink tells when nothing can be written", "[rows]") {
  RowSink sink({.format = Format::csv}, columns, [](std::string_view) { return false; });
  CHECK_FALSE(sink.begin());
  CHECK_FALSE(sink.emit("1,2\n"));
}

}  // namespace

}  // namespace hrefkit::cli
