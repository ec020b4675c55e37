#include "hrefkit/url/whatwg_2012/parser.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::whatwg_2012 {

namespace {

std::string round_trip(std::string_view text) {
  const auto address = parse_ipv6(text);
  if (!address) return "failure";
  std::string out;
  append_ipv6(out, *address);
  return out;
}

}  // namespace

TEST_CASE("whatwg-2012: IPv6 addresses") {
  struct Case {
    std::string_view text;
    std::string_view expected;
  };
  const Case cases[] = {
      {"0:f:0:0:f:f:0:0", "0:f::f:f:0:0"},  // 4.3: the second 0
      {"::", "::"},
      {"::1", "::1"},
      {"1::", "1::"},
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},  // one zero is no sequence
      {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},
      {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
      {"0:0:1:2:3:4:0:0", "::1:2:3:4:0:0"},
      {"00Ab::F", "ab::f"},
      {"1:2::5:6", "1:2::5:6"},
      {"::1.2.3.4", "::102:304"},
      {"::ffff:255.0.010.1", "::ffff:ff00:a01"},
      {"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"},
      {"1::1.2.3.4", "1::102:304"},
      {"", "failure"},
      {":", "failure"},
      {":1", "failure"},
      {"1:", "failure"},
      {"1", "failure"},
      {":::", "failure"},
      {"1::2::3", "failure"},
      {"1:::2", "failure"},
      {"12345::", "failure"},
      {"g::", "failure"},
      {"1:2:3:4:5:6:7", "failure"},
      {"1:2:3:4:5:6:7:8:9", "failure"},
      {"1:2:3:4:5:6:7:8::", "failure"},
      {"1:2:3:4:5:6:7::8", "failure"},
      {"1:2:3:4:5:6:7:1.2.3.4", "failure"},
      {"::.1.2.3", "failure"},
      {"::1.2.3", "failure"},
      {"::1.2.3.", "failure"},
      {"::1.2..4", "failure"},
      {"::1.2.3.4.", "failure"},
      {"::1.2.3.4.5", "failure"},
      {"::1.2.3.256", "failure"},
      {"::1.2.3.99999999999999999999", "failure"},
      {"::a.2.3.4", "failure"},
      {"::1.2.3.4:5", "failure"},
      {"::1%25", "failure"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    CHECK(round_trip(c.text) == c.expected);
  }
}

}  // namespace hrefkit::url::whatwg_2012
