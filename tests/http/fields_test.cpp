#include "hrefkit/http/fields.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

std::string pairs_of(std::string_view lines) {
  const auto fields = http::Fields::parse(lines);
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    text += std::string(fields[i].name) + "=" + std::string(fields[i].value) + "|";
  }
  return text;
}

}  // namespace

TEST_CASE("fields are read as they were stored") {
  struct Case {
    std::string lines;
    std::string fields;
  };
  const std::vector<Case> cases{
      {"", ""},
      {"A: b\r\nC: d\r\n\r\n", "A=b|C=d|"},
      {"A: b\nC:d\n\n", "A=b|C=d|"},
      {"A: b\r\r\nC: d\r\r\n\r\r\n", "A=b|C=d|"},
      {"A: b\rC: d\r", "A=b|C=d|"},
      {"A: one\r\n two\r\n\tthree\r\nB: x", "A=one two three|B=x|"},
      {"A:\r\n two\r\n", "A=two|"},
      {"A: b\r\n \r\n c\r\n", "A=b c|"},
      {" leading: fold\r\nA: b\r\n", "A=b|"},
      {"A : b \t\r\n", "A=b|"},
      {"no colon\r\nA: b\r\n", "A=b|"},
      {"A: b\r\nno colon\r\n of: no colon\r\nC: d\r\n e\r\n", "A=b|C=d e|"},
      {": empty name\r\nA:\r\n", "=empty name|A=|"},
      {"A: b:c: d\r\n", "A=b:c: d|"},
      {"A: \xFF\x01 b\r\n", "A=\xFF\x01 b|"},
      {"A: b", "A=b|"},
  };
  for (Case const& c : cases) {
    INFO(c.lines);
    CHECK(pairs_of(c.lines) == c.fields);
  }
}

TEST_CASE("fields are found in any case") {
  const auto fields = http::Fields::parse("Link: <a>\r\nX: y\r\nLINK: <b>\r\nlink:\r\n");
  CHECK(fields.first("link") == "<a>");
  CHECK(fields.first("lin") == std::nullopt);
  CHECK(fields.all("Link").size() == 3);
  CHECK(fields.joined("LINK") == "<a>, <b>, ");
  CHECK(fields.joined("Y") == std::nullopt);
}

}  // namespace hrefkit::test
