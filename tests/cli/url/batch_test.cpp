#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/text/json.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

CliResult batch(std::string const& lines, std::vector<std::string> args = {}) {
  args.insert(args.begin(), {"url", "--batch"});
  return run_cli(args, {.in = lines});
}

/// The "href" or "error" of the one answer to `line`.
std::string answer(std::string const& line, std::vector<std::string> const& args = {}) {
  const CliResult result = batch(line, args);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const std::size_t colon = result.out.find(':');
  return result.out.substr(colon + 2, result.out.find('"', colon + 2) - colon - 2);
}

TEST_CASE("each line is answered with one line, in order", "[batch]") {
  CHECK(
      batch(R"({"input":"https://u:p@a:81/b?c#d"}
{"input":"x"}
{"base":"http://b/c/d","input":"../x"}
)") ==
      CliResult{
          0,
          R"({"href":"https://u:p@a:81/b?c#d","origin":"https://a:81","protocol":"https:","username":"u","password":"p","host":"a:81","hostname":"a","port":"81","pathname":"/b","search":"?c","hash":"#d"}
{"error":"relative-without-base"}
{"href":"http://b/x","origin":"http://b","protocol":"http:","username":"","password":"","host":"b","hostname":"b","port":"","pathname":"/x","search":"","hash":""}
)",
          ""});
  CHECK(batch("") == CliResult{0, "", ""});
}

TEST_CASE("the last line needs no line feed, and a carriage return is white space", "[batch]") {
  CHECK(answer(R"({"input":"http://a/"})") == "http://a/");
  CHECK(answer("{\"input\":\"http://a/\"}\r\n") == "http://a/");
  CHECK(answer("\t{ \"input\" : \"http://a/\" } \n") == "http://a/");
}

TEST_CASE("a line may give base, encoding, standard and attributes to set", "[batch]") {
  CHECK(answer(R"({"input":"?ä","base":"http://a/","encoding":"Latin1"})") == "http://a/?%E4");
  CHECK(answer(R"({"input":"http://A/a|b","standard":"html5"})") == "http://A/a%7Cb");
  CHECK(answer(R"({"input":"http://a/","set":{"port":"81","hash":"x"}})") == "http://a:81/#x");
  CHECK(answer(R"({"input":"http://a/","set":{"port":"81","href":"http://z/"}})") == "http://z/");
  CHECK(answer(R"({"input":"http://a/","set":{"href":"http://z/","port":"81"}})") ==
        "http://z:81/");
  CHECK(answer(R"({"input":"http://a/","set":{"href":"nothing"}})") == "relative-without-base");
  CHECK(answer(R"({"input":"http://a/","set":{"port":"81","hash":"x","port":"y"}})") ==
        "http://a/#x");
  CHECK(answer(R"({"input":"http://a/","standard":"html5","set":{"pathname":"x y"}})") ==
        "http://a/x%20y");
  CHECK(answer(R"({"input":"http://a/","standard":"whatwg-2012","set":{"username":"u"}})") ==
        "http://u@a/");
  CHECK(answer(R"({"input":"b","base":"nothing"})") == "invalid-base");
  CHECK(answer(R"({"input":"http://a/","base":"nothing"})") == "invalid-base");
  CHECK(answer(R"({"input":"http://a/","base":null,"encoding":null,"set":null})") == "http://a/");
}

TEST_CASE("the command line gives the defaults of lines", "[batch]") {
  const std::vector<std::string> args{"--base=http://a/", "--encoding=latin1", "--standard=html5"};
  CHECK(answer(R"({"input":"b|c?ä"})", args) == "http://a/b%7Cc?%E4");
  CHECK(answer(R"({"input":"b|c?ä","standard":"whatwg"})", args) == "http://a/b|c?%E4");
  CHECK(answer(R"({"input":"b|c?ä","encoding":"utf-8"})", args) == "http://a/b%7Cc?%C3%A4");
  CHECK(answer(R"({"input":"b|c?ä","base":"http://z/"})", args) == "http://z/b%7Cc?%E4");
}

TEST_CASE("strings hold any characters", "[batch]") {
  CHECK(answer(R"({"input":"http:\/\/a\/\u0062\u00e4\ud83d\ude00"})") ==
        "http://a/b%C3%A4%F0%9F%98%80");
  CHECK(answer(R"({"\u0069nput":"http://a/"})") == "http://a/");
  // Lone surrogates count as U+FFFD, pairs in the wrong order as two.
  CHECK(answer(R"({"input":"http://a/\ud800"})") == "http://a/%EF%BF%BD");
  CHECK(answer(R"({"input":"http://a/\uDFFFx"})") == "http://a/%EF%BF%BDx");
  CHECK(answer(R"({"input":"http://a/\ude00\ud83d"})") == "http://a/%EF%BF%BD%EF%BF%BD");
  CHECK(answer(R"({"input":"http://a/\ud83d\ud83d\ude00"})") == "http://a/%EF%BF%BD%F0%9F%98%80");
  CHECK(answer(R"({"input":"http://a/\\ud800"})") == "http://a//ud800");
  CHECK(answer(R"({"input":"x","base":"http://a/\ud800/"})") == "http://a/%EF%BF%BD/x");
  CHECK(answer(R"({"input":"http://a/","set":{"hash":"\udc00"}})") == "http://a/#%EF%BF%BD");
  // NUL is legal, in JSON and in a URL.
  CHECK(answer(R"({"input":"http://a/b\u0000c"})") == "http://a/b%00c");
  CHECK(answer(R"({"input":"c","base":"http://a/b\u0000/"})") == "http://a/b%00/c");
  // Bytes that are no UTF-8 count as U+FFFD.
  CHECK(answer("{\"input\":\"http://a/\xFF\"}") == "http://a/%EF%BF%BD");
}

TEST_CASE("answers are JSON whatever the URL holds", "[batch]") {
  CHECK(batch(R"({"input":"foo:\"\\"})").out.starts_with(R"({"href":"foo:\"\\","origin":"null")"));
  CHECK(batch(R"({"input":"foo:\"\\","standard":"whatwg-2012"})")
            .out.starts_with(R"({"href":"foo:\"\\")"));
}

struct BadLine {
  std::string line;
  char const* complaint;
};

TEST_CASE("a malformed line gets an error answer, and a message with its number", "[batch]") {
  const BadLine cases[] = {
      {"", "is not a JSON object"},
      {"junk", "is not a JSON object"},
      {"[]", "is not a JSON object"},
      {"null", "is not a JSON object"},
      {"{\"input\":\"http://a/\"", "is not a JSON object"},
      {"{\"input\":\"http://a/\"} x", "is not a JSON object"},
      {"{\"input\":\"http://a/\",}", "is not a JSON object"},
      {"{\"input\":\"http://a/\t\"}", "is not a JSON object"},
      {"{\"input\":\"http://a/\\x\"}", "is not a JSON object"},
      {"{\"input\":\"http://a/\\u12\"}", "is not a JSON object"},
      {std::string("{\"input\":\"http://a/\"}\0", 22), "is not a JSON object"},
      {"{\"set\":{\"port\":\"1\"", "is not a JSON object"},
      {"{\"set\":{\"port\"", "is not a JSON object"},
      {"{\"x\":[[[", "is not a JSON object"},
      {"{}", "has no \"input\" string"},
      {"{\"input\":null}", "has no \"input\" string"},
      {"{\"input\":1}", "\"input\" is not a string"},
      {"{\"input\":{\"a\":1}}", "\"input\" is not a string"},
      {"{\"input\":\"x\",\"base\":[]}", "\"base\" is not a string"},
      {"{\"input\":\"x\",\"set\":[]}", "\"set\" is not an object"},
      {"{\"input\":\"x:\",\"set\":{\"port\":81}}", "\"port\" is not a string"},
      {"{\"input\":\"x:\",\"set\":{\"port\":null}}", "\"port\" is not a string"},
      {"{\"input\":\"x:\",\"set\":{\"path\":\"\"}}", "\"path\" is not a part of a URL"},
      {"{\"input\":\"x:\",\"set\":{\"origin\":\"\"}}", "whatwg has no setter origin"},
      {"{\"input\":\"x:\",\"standard\":\"html5\",\"set\":{\"username\":\"\"}}",
       "html5 has no setter username"},
      {"{\"input\":\"x:\",\"standard\":\"rfc\"}", "unknown standard 'rfc'"},
      {"{\"input\":\"x:\",\"encoding\":\"nope\"}", "unknown encoding label 'nope'"},
  };
  for (auto const& [line, complaint] : cases) {
    CAPTURE(line);
    const std::string good = "{\"input\":\"x:y\",\"set\":null}\n";
    const CliResult result = batch(good + line + "\n" + good);
    CHECK(result.exit_code == 2);
    CHECK(result.err == std::string("hrefkit: -:2: error: ") + complaint + "\n");
    const std::size_t first_end = result.out.find('\n') + 1;
    const std::string first = result.out.substr(0, first_end);
    CHECK(first.starts_with("{\"href\":\"x:y\""));
    CHECK(result.out.substr(first_end) == "{\"error\":\"bad-request\"}\n" + first);
  }
}

TEST_CASE("an unknown key is ignored with a warning", "[batch]") {
  const CliResult result = batch("{\"id\":[1,{\"input\":\"z\"}],\"input\":\"x:\"}\n");
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("{\"href\":\"x:\""));
  CHECK(result.err == "hrefkit: -:1: warning: unknown key 'id'\n");
}

TEST_CASE("a line of deep nesting or great length is a line", "[batch]") {
  const std::string deep = "{\"x\":" + std::string(1'000'000, '[');
  CHECK(batch(deep).out == "{\"error\":\"bad-request\"}\n");
  const std::string x(1'000'000, 'x');
  CHECK(answer("{\"input\":\"http://a/" + x + "\"}") == "http://a/" + x);
}

TEST_CASE("bases may change with every line", "[batch]") {
  std::string lines;
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i % 3000);
    lines += "{\"input\":\"x\",\"base\":\"http://h" + n + "/\"}\n";
    expected += "{\"href\":\"http://h" + n + "/x\",\"origin\":\"http://h" + n +
                R"(","protocol":"http:","username":"","password":"","host":"h)" + n +
                "\",\"hostname\":\"h" + n +
                R"(","port":"","pathname":"/x","search":"","hash":""})" + "\n";
  }
  CHECK((batch(lines).out == expected));
}

/// The members of an object, as JSON texts.
using Members = std::map<std::string, std::string>;

/// The next value, as JSON text.
std::string_view next_value(text::JsonReader& reader, std::string_view json,
                            text::JsonToken token) {
  using Type = text::JsonTokenType;
  const std::size_t quote = token.type == Type::string ? 1 : 0;
  const std::size_t begin = token.text.begin - quote;
  std::size_t end = token.text.end + quote;
  std::size_t depth = 0;
  while (true) {
    if (token.type == Type::begin_object || token.type == Type::begin_array) ++depth;
    if (token.type == Type::end_object || token.type == Type::end_array) --depth;
    if (depth == 0) return json.substr(begin, end - begin);
    token = reader.next();
    REQUIRE(token.type != Type::fault);
    end = token.text.end;
  }
}

/// The objects of a JSON array; what else it holds (comments) is left out.
std::vector<Members> objects_of(std::string_view json) {
  using Type = text::JsonTokenType;
  std::vector<Members> objects;
  text::JsonReader reader(json);
  REQUIRE(reader.next().type == Type::begin_array);
  for (auto token = reader.next(); token.type != Type::end_array; token = reader.next()) {
    REQUIRE(token.type != Type::fault);
    if (token.type != Type::begin_object) continue;
    Members& members = objects.emplace_back();
    for (auto key = reader.next(); key.type == Type::key; key = reader.next()) {
      members[std::string(key.text.in(json))] = next_value(reader, json, reader.next());
    }
  }
  return objects;
}

std::string unquoted(std::string const& json) {
  std::string text;
  text::unescape_json(std::string_view(json).substr(1, json.size() - 2), text);
  return text;
}

/// Checks each part that `expected` names.
void check_parts(std::string const& answer_line, Members const& expected) {
  const Members answer = objects_of("[" + answer_line + "]").at(0);
  for (auto const& [part, value] : expected) {
    if (!answer.contains(part) || value.front() != '"') continue;
    INFO(part);
    CHECK(unquoted(answer.at(part)) == unquoted(value));
  }
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST_CASE("--batch answers the URL tests of web-platform-tests", "[batch][wpt]") {
  const auto json = outside_file("wpt/urltestdata.json");
  if (!json) return;
  const std::vector<Members> cases = objects_of(*json);
  REQUIRE(cases.size() > 800);
  std::string requests;
  for (Members const& test : cases) {
    requests += "{\"base\":" + test.at("base") + ",\"input\":" + test.at("input") + "}\n";
  }
  const CliResult result = batch(requests);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const std::vector<std::string> answers = lines_of(result.out);
  REQUIRE(answers.size() == cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    INFO(cases[i].at("input") << " against " << cases[i].at("base"));
    CHECK(answers[i].starts_with("{\"error\"") == cases[i].contains("failure"));
    if (!cases[i].contains("failure")) check_parts(answers[i], cases[i]);
  }
}

TEST_CASE("--batch answers the setter tests of web-platform-tests", "[batch][wpt]") {
  const auto json = outside_file("wpt/setters_tests.json");
  if (!json) return;
  std::string requests;
  std::vector<Members> expected;
  const Members all = objects_of("[" + *json + "]").at(0);
  for (auto const& [part, tests] : all) {
    if (part == "comment") continue;
    for (Members const& test : objects_of(tests)) {
      requests += "{\"input\":" + test.at("href") + ",\"set\":{\"" + part +
                  "\":" + test.at("new_value") + "}}\n";
      expected.push_back(objects_of("[" + test.at("expected") + "]").at(0));
      expected.back()["request"] = requests.substr(requests.rfind('\n', requests.size() - 2) + 1);
    }
  }
  REQUIRE(expected.size() > 250);
  const std::vector<std::string> answers = lines_of(batch(requests).out);
  REQUIRE(answers.size() == expected.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    INFO(expected[i]["request"]);
    check_parts(answers[i], expected[i]);
  }
}

}  // namespace

}  // namespace hrefkit::test
