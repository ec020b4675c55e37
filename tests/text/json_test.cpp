#include "hrefkit/text/json.h"

#include <rapidjson/reader.h>

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

using namespace hrefkit::text;
using namespace std::string_literals;

static_assert(!std::is_constructible_v<JsonReader, std::string>, "a view of a temporary");
static_assert(std::is_constructible_v<JsonReader, std::string const&>);

namespace {

/// All tokens in short: keys as `k`, strings as `"`, with their text unescaped.
std::string outline(std::string_view json) {
  std::string out;
  std::string text;
  JsonReader reader(json);
  while (true) {
    const JsonToken token = reader.next();
    REQUIRE(token.text.begin <= token.text.end);
    REQUIRE(token.text.end <= json.size());
    const std::string_view written = token.text.in(json);
    switch (token.type) {
      case JsonTokenType::key:
      case JsonTokenType::string:
        unescape_json(written, text);
        out += (token.type == JsonTokenType::key ? "k" : "s") + text + "|";
        break;
      case JsonTokenType::end:
        CHECK(reader.next().type == JsonTokenType::end);
        return out;
      case JsonTokenType::fault:
        CHECK(reader.next().type == JsonTokenType::fault);
        return out + "!";
      default:
        out += written;
        out += '|';
        break;
    }
  }
}

}  // namespace

TEST_CASE("JSON texts as tokens") {
  struct Case {
    std::string_view json;
    std::string_view tokens;
  };
  const Case cases[] = {
      {"{}", "{|}|"},
      {" [ ] ", "[|]|"},
      {"null", "null|"},
      {"\"x\"", "sx|"},
      {"-0.5e+10", "-0.5e+10|"},
      {R"({"a":1,"b":[true,"c",{}]})", "{|ka|1|kb|[|true|sc|{|}|]|}|"},
      {R"(["\"\\\/\u00e9\uD83D\uDE00"])", "[|s\"\\/\xC3\xA9\xF0\x9F\x98\x80|]|"},
      {R"(["\uD83Dx\uDE00\uD83D\uD83D\uDE00"])",
       "[|s\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80|]|"},
      {R"(["\b\f\n\r\t"])", "[|s\b\f\n\r\t|]|"},
      {"", "!"},
      {"{", "{|!"},
      {"[1,]", "[|1|!"},
      {"{\"a\":1,}", "{|ka|1|!"},
      {"{\"a\"}", "{|!"},
      {"{a:1}", "{|!"},
      {"[1 2]", "[|1|!"},
      {"[1}", "[|1|!"},
      {"1 2", "1|!"},
      {"01", "0|!"},
      {"1.", "!"},
      {"-", "!"},
      {"+1", "!"},
      {"nul", "!"},
      {"'x'", "!"},
      {"\"x", "!"},
      {"\"\\x\"", "!"},
      {"\"\\u12G4\"", "!"},
      {"\"\\u12", "!"},
      {"\"\\", "!"},
      {"\"a\nb\"", "!"},
      {"\xC2\xA0"
       "1",
       "!"},
      {"// c\n1", "!"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.json);
    CHECK(outline(c.json) == c.tokens);
  }
}

TEST_CASE("random texts are JSON to us when they are to RapidJSON") {
  std::mt19937 random(6);
  const std::string_view pieces[] = {"{",  "}", "[",    "]",   ",",      ":",  "\"a\"", "1",
                                     " ",  "0", "true", "\"",  "\\u00",  "e1", "-",     ".5",
                                     "\n", "x", "{}",   "[1]", "\"b\":", "\\", "null"};
  std::size_t valid = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string json;
    for (auto i = random() % 9; i > 0; --i) json += pieces[random() % std::size(pieces)];
    rapidjson::StringStream stream(json.c_str());
    rapidjson::BaseReaderHandler<> ignore;
    const bool expected = !rapidjson::Reader().Parse(stream, ignore).IsError();
    CAPTURE(json);
    CHECK(is_json(json) == expected);
    valid += expected;
  }
  CHECK(valid > 100);
}

TEST_CASE("a million levels are read without recursion") {
  constexpr std::size_t levels = 1'000'000;
  CHECK(is_json(std::string(levels, '[') + std::string(levels, ']')));
  CHECK_FALSE(is_json(std::string(levels, '[')));
}

TEST_CASE("a text without escapes is its own value") {
  std::string buffer;
  const std::string_view plain = "a/b";
  CHECK(unescaped_json(plain, buffer).data() == plain.data());
  CHECK(unescaped_json("a\\/b\\n", buffer) == "a/b\n");
  CHECK(buffer == "a/b\n");
}

TEST_CASE("a value is skipped with all that is in it") {
  const std::string_view json = R"({"a":[1,{"b":[]}],"c":"x","d":2})";
  JsonReader reader(json);
  REQUIRE(reader.next().type == JsonTokenType::begin_object);
  for (const JsonTokenType first :
       {JsonTokenType::begin_array, JsonTokenType::string, JsonTokenType::scalar}) {
    CHECK(reader.next().type == JsonTokenType::key);
    CHECK(reader.skip_value().type == first);
  }
  CHECK(reader.next().type == JsonTokenType::end_object);
  CHECK(reader.next().type == JsonTokenType::end);
  for (const std::string_view wrong : {"[[1}", "[", "[]", R"([{"a"])", "[x]"}) {
    CAPTURE(wrong);
    JsonReader faulty(wrong);
    REQUIRE(faulty.next().type == JsonTokenType::begin_array);
    CHECK(faulty.skip_value().type == JsonTokenType::fault);
    CHECK(faulty.next().type == JsonTokenType::fault);
  }
}

TEST_CASE("a lone surrogate is told") {
  std::string value;
  CHECK(unescape_json(R"(a\ud83d\ude00)", value));
  CHECK_FALSE(unescape_json(R"(a\ud83db)", value));
  CHECK(value ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK_FALSE(unescape_json(R"(\ude00)", value));
}
