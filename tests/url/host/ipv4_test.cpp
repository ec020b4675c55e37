#include "hrefkit/url/host/host.h"

#include <catch2/catch.hpp>
#include <optional>

namespace hrefkit::url {

namespace {

struct NumberCase {
  std::string_view domain;
  std::optional<std::string_view> address;
};

constexpr NumberCase number_cases[]{
    {"1.2.3.4", "1.2.3.4"},
    {"1.2.3.4.", "1.2.3.4"},
    {"0", "0.0.0.0"},
    {"1.2", "1.0.0.2"},
    {"1.2.3", "1.2.0.3"},
    {"1.2.65535", "1.2.255.255"},
    {"1.16777215", "1.255.255.255"},
    {"4294967295", "255.255.255.255"},
    {"0xFFffFFff", "255.255.255.255"},
    {"0X7f.1", "127.0.0.1"},
    {"0x.0x.0", "0.0.0.0"},
    {"010.010.010.010", "8.8.8.8"},
    {"00000000000000000000000000000000000001", "0.0.0.1"},
    {"4294967296", {}},
    {"99999999999999999999999999999999999999", {}},
    {"0x100000000000000000000000000000000000", {}},
    {"256.1.1.1", {}},
    {"1.256.1.1", {}},
    {"1.2.3.256", {}},
    {"1.2.65536", {}},
    {"1.16777216", {}},
    {"1.2.3.4.5", {}},
    {"1..2", {}},
    {"a.1", {}},
    {"08", {}},
    {"1.09", {}},
    {"0x1g.1", {}},
};

}  // namespace

TEST_CASE("IPv4 addresses are read in all the ways browsers know") {
  for (NumberCase const& row : number_cases) {
    INFO(row.domain);
    CHECK(ends_in_a_number(row.domain));
    const auto address = parse_ipv4(row.domain, NoteWriter(nullptr));
    REQUIRE(address.has_value() == row.address.has_value());
    if (!address) continue;
    std::string text;
    append_ipv4(text, *address);
    CHECK(text == *row.address);
  }
}

TEST_CASE("a domain ends in a number when its last label is one") {
  for (std::string_view domain : {"1", "a.1", "a.1.", "a.0x", "a.0X1f", "a.09", "a.000"}) {
    INFO(domain);
    CHECK(ends_in_a_number(domain));
  }
  for (std::string_view domain : {"a", "1.a", "1.", "a.1..", "a.1a", "a.0xg", "a.x0", ".", "a."}) {
    INFO(domain);
    CHECK(ends_in_a_number(domain) == (domain == "1."));
  }
}

}  // namespace hrefkit::url
