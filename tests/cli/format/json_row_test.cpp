#include "hrefkit/cli/format/row_sink.h"

#include <catch2/catch.hpp>
#include <vector>

namespace hrefkit::cli {

namespace {

/// All kinds of fields; `full` tells if those that may be left out are there.
template <typename Row>
std::string row(Format format, bool full) {
  const RowStyle style{.format = format};
  RowBuffer kept;
  Row(kept, style).text("kept"_key, "a,b");
  RowBuffer out;
  Row row(out, style);
  row.begin();
  row.fields(kept.view());
  row.number("number"_key, 7);
  row.text("text"_key, "q\"\n");
  row.name("name"_key, "plain");
  row.optional_name("maybe"_key, full ? "some" : "");
  row.optional_text("maybeText"_key, full ? "\\" : "");
  row.text_or_null("null"_key, full ? std::optional<std::string_view>("") : std::nullopt);
  row.flag("flag"_key, full);
  row.json_flag("jsonFlag"_key, full);
  row.names("names"_key, full ? std::vector{1, 2} : std::vector<int>{},
            [](int number) { return number == 1 ? "one" : "two"; });
  row.nested("nested"_key, [](JsonWriter& json) {
    json.begin_array();
    json.string("x");
    json.end_array();
  });
  row.end();
  return std::string(out.view());
}

TEST_CASE("a row as JSON leaves out what is empty", "[rows]") {
  CHECK(row<JsonRow>(Format::jsonl, true) ==
        R"({"kept":"a,b","number":7,"text":"q\"\n","name":"plain","maybe":"some",)"
        R"("maybeText":"\\","null":"","flag":true,"jsonFlag":true,"names":["one","two"],)"
        R"("nested":["x"]})"
        "\n");
  CHECK(row<JsonRow>(Format::json, false) ==
        ",\n"
        R"({"kept":"a,b","number":7,"text":"q\"\n","name":"plain","null":null,"flag":false,)"
        R"("nested":["x"]})");
}

TEST_CASE("a row as CSV has all its columns", "[rows]") {
  CHECK(row<CsvRow>(Format::csv, true) ==
        "\"a,b\",7,\"q\"\"\n\",plain,some,\\,,true,one two,\"[\"\"x\"\"]\"\n");
  CHECK(row<CsvRow>(Format::csv, false) ==
        "\"a,b\",7,\"q\"\"\n\",plain,,,,false,,\"[\"\"x\"\"]\"\n");
}

}  // namespace

TEST_CASE("a row of JSON may be longer than the room of its buffer", "[rows]") {
  RowBuffer out;
  std::string expected;
  for (std::size_t size = 0; size < 20'000; size = size * 3 / 2 + 1) {
    const std::string plain(size, 'x');
    const std::string escaped(size / 2, '"');
    JsonRow row(out, {.format = Format::jsonl});
    row.begin();
    row.name("name"_key, plain);
    row.text("text"_key, plain + escaped + plain);
    row.number("number"_key, size);
    row.nested("nested"_key, [&](JsonWriter& json) { json.string(plain); });
    row.flag("flag"_key, true);
    row.end();
    expected += "{\"name\":\"" + plain + "\",\"text\":\"" + plain;
    for (std::size_t i = 0; i < escaped.size(); ++i) expected += "\\\"";
    expected += plain + "\",\"number\":" + std::to_string(size) + ",\"nested\":\"" + plain +
                "\",\"flag\":true}\n";
  }
  CHECK(out.view() == expected);
}

}  // namespace hrefkit::cli
