#include "hrefkit/net/retry_after.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

constexpr std::int64_t a_day_of_1994 = 784'111'777;  // Sun, 06 Nov 1994 08:49:37 GMT

net::WallTime at(std::int64_t seconds) {
  return net::WallTime(std::chrono::seconds(seconds));
}

}  // namespace

TEST_CASE("dates of HTTP are read in their three forms") {
  struct Case {
    std::string text;
    std::optional<std::int64_t> seconds;
  };
  const std::vector<Case> cases{
      {"Sun, 06 Nov 1994 08:49:37 GMT", a_day_of_1994},
      {"Sunday, 06-Nov-94 08:49:37 GMT", a_day_of_1994},
      {"Sun Nov  6 08:49:37 1994", a_day_of_1994},
      {"6 nov 1994 8:49:37", a_day_of_1994},
      {"Wed, 06 November 1994 08:49:37 UTC", a_day_of_1994},
      {"Thu, 01 Jan 1970 00:00:00 GMT", 0},
      {"Tue, 29 Feb 2028 00:00:00 GMT", 1'835'395'200},
      {"Tue, 31 Dec 2024 23:59:60 GMT", 1'735'689'600},
      {"Tue, 29 Feb 2027 00:00:00 GMT", std::nullopt},
      {"Sun, 31 Apr 2022 00:00:00 GMT", std::nullopt},
      {"Sun, 00 Jan 2022 00:00:00 GMT", std::nullopt},
      {"Sun, 06 Nov 1994 24:00:00 GMT", std::nullopt},
      {"Sun, 06 Nov 1994 08:60:00 GMT", std::nullopt},
      {"Sun, 06 Nov 1994", std::nullopt},
      {"Sun, 06 1994 08:49:37 GMT", std::nullopt},
      {"Sun, 06 Nov 1500 08:49:37 GMT", std::nullopt},
      {"", std::nullopt},
      {"tomorrow", std::nullopt},
      {"99999999999999999999", std::nullopt},
  };
  for (Case const& c : cases) {
    INFO(c.text);
    const auto time = net::parse_http_date(c.text);
    REQUIRE(time.has_value() == c.seconds.has_value());
    if (time) CHECK(*time == at(*c.seconds));
  }
  // Years that a clock of nanoseconds cannot count are kept near.
  CHECK(net::parse_http_date("Fri, 31 Dec 9999 23:59:59 GMT") > at(7'000'000'000));
  CHECK(net::parse_http_date("Fri, 01 Jan 1602 00:00:00 GMT") < at(-8'000'000'000));
}

TEST_CASE("one hop 5: Retry-After is seconds or a date") {
  struct Case {
    std::string value;
    std::optional<std::int64_t> wait;
  };
  constexpr std::int64_t year = std::int64_t{366} * 24 * 3600;
  const std::vector<Case> cases{
      {"0", 0},
      {"120", 120},
      {" 120 ", 120},
      {"1.5", 2},
      {"1.0", 1},
      {"007", 7},
      {"99999999999999999999999", year},
      {"Sun, 06 Nov 1994 08:50:37 GMT", 60},
      {"Sun, 06 Nov 1994 08:49:37 GMT", 0},
      {"Sat, 05 Nov 1994 08:49:37 GMT", 0},
      {"Fri, 31 Dec 9999 23:59:59 GMT", year},
      {"-5", std::nullopt},
      {"+5", std::nullopt},
      {"5s", std::nullopt},
      {"1.x", std::nullopt},
      {"", std::nullopt},
      {"soon", std::nullopt},
  };
  for (Case const& c : cases) {
    INFO(c.value);
    const auto wait = net::parse_retry_after(c.value, at(a_day_of_1994));
    REQUIRE(wait.has_value() == c.wait.has_value());
    if (wait) CHECK(wait->count() == *c.wait);
  }
}

}  // namespace hrefkit::test
