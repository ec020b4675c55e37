#include "hrefkit/text/toml_keys.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::text {

namespace {

/// A key with so many parts.
std::string key(std::size_t parts, std::string const& part = "a") {
  std::string text = part;
  for (std::size_t i = 1; i < parts; ++i) text += "." + part;
  return text;
}

TEST_CASE("a key with too many parts is found, however it is written", "[config]") {
  constexpr std::size_t many = max_key_parts + 1;
  CHECK(line_of_long_key(key(many) + " = 1") == 1);
  CHECK(line_of_long_key("x = 1\n\n[" + key(many) + "]\n") == 3);
  CHECK(line_of_long_key("[[" + key(many) + "]]\n") == 1);
  CHECK(line_of_long_key("x = { " + key(many) + " = 1 }") == 1);
  CHECK(line_of_long_key("x = [1, { " + key(many) + " = 1 }]") == 1);
  CHECK(line_of_long_key(key(many, " a ") + " = 1") == 1);
  CHECK(line_of_long_key(key(many, "\"=\"") + " = 1") == 1);
  CHECK(line_of_long_key(key(many, "'[\\'") + " = 1") == 1);
  CHECK(line_of_long_key("x = \"\\\"\"\n" + key(many)) == 2);
  CHECK(line_of_long_key("x = '''\n'''\n" + key(many)) == 3);
  CHECK(line_of_long_key("x = \"not closed\n" + key(many)) == 2);
}

TEST_CASE("dots that separate no parts do not count", "[config]") {
  const std::string dots(1000, '.');
  CHECK(line_of_long_key("") == std::nullopt);
  CHECK(line_of_long_key(key(max_key_parts) + " = 1") == std::nullopt);
  CHECK(line_of_long_key("x = \"" + dots + "\"") == std::nullopt);
  CHECK(line_of_long_key("x = '" + dots + "\\'") == std::nullopt);
  CHECK(line_of_long_key("x = \"\"\"\n" + dots + "\n\\\"\"\" " + dots + "\"\"\"") == std::nullopt);
  CHECK(line_of_long_key("x = '''\n" + dots + "\n'''") == std::nullopt);
  CHECK(line_of_long_key("x = 1 # " + dots) == std::nullopt);
  CHECK(line_of_long_key("x = \"" + dots) == std::nullopt);
  CHECK(line_of_long_key("x = \"\\") == std::nullopt);
  std::string numbers = "x = [";
  for (int i = 0; i < 1000; ++i) numbers += "1.5, ";
  CHECK(line_of_long_key(numbers + "]") == std::nullopt);
}

}  // namespace

}  // namespace hrefkit::text
