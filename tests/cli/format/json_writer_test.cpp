#include "hrefkit/cli/format/json_writer.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>

namespace hrefkit::cli {

TEST_CASE("JSON is written one value at a time, with commas between") {
  RowBuffer out;
  out.append("before\n");
  JsonWriter json(out);
  json.begin_object();
  json.member("text", "a\"b\n");
  json.member("number", std::size_t{7});
  json.member("yes", true);
  json.member_or_null("none", std::nullopt);
  json.member_or_null("some", std::string("x"));
  json.key("empty");
  json.begin_array();
  json.end_array();
  json.key("list");
  json.begin_array();
  json.string("one");
  json.number(2);
  json.boolean(false);
  json.null();
  json.begin_object();
  json.end_object();
  json.begin_object();
  json.member("k", std::string("v"));
  json.end_object();
  json.end_array();
  json.end_object();
  CHECK(out.view() ==
        "before\n{\"text\":\"a\\\"b\\n\",\"number\":7,\"yes\":true,\"none\":null,\"some\":\"x\","
        "\"empty\":[],\"list\":[\"one\",2,false,null,{},{\"k\":\"v\"}]}");
}

TEST_CASE("numbers of all lengths are written as the standard library does") {
  std::mt19937_64 random(1);
  RowBuffer out;
  const auto check = [&](std::uint64_t number) {
    out.clear();
    out.number(number);
    CHECK(out.view() == std::to_string(number));
  };
  for (std::uint64_t power = 1;; power *= 10) {
    for (const std::uint64_t number : {power - 1, power, power + 1}) check(number);
    for (int i = 0; i < 1'000; ++i) check(random() % power);
    if (power > UINT64_MAX / 10) break;
  }
  check(UINT64_MAX);
}

}  // namespace hrefkit::cli
