#include "hrefkit/url/host/host.h"

#include <catch2/catch.hpp>
#include <optional>
#include <random>

namespace hrefkit::url {

namespace {

struct Ipv6Case {
  std::string_view text;
  std::optional<std::string_view> address;
};

constexpr Ipv6Case ipv6_cases[]{
    {"::", "::"},
    {"::1", "::1"},
    {"1::", "1::"},
    {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
    {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
    {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},
    {"1::8", "1::8"},
    {"00FF:0:0::000a", "ff::a"},
    {"0:f:0:0:f:f:0:0", "0:f::f:f:0:0"},
    {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
    {"1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"},
    {"::1.2.3.4", "::102:304"},
    {"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"},
    {"::ffff:255.255.255.255", "::ffff:ffff:ffff"},
    {"", {}},
    {":", {}},
    {":1", {}},
    {"1:", {}},
    {"1", {}},
    {":::", {}},
    {"1::2::3", {}},
    {"1:2:3:4:5:6:7", {}},
    {"1:2:3:4:5:6:7:8:9", {}},
    {"1:2:3:4:5:6:7:8::", {}},
    {"1::2:3:4:5:6:7:8", {}},
    {"12345::", {}},
    {"g::", {}},
    {"1%eth0", {}},
    {"::1.2.3", {}},
    {"::1.2.3.4.5", {}},
    {"::1.2.3.4:5", {}},
    {"::1.2.3.256", {}},
    {"::1.2.3.04", {}},
    {"::1.2.3.", {}},
    {"::.1.2.3", {}},
    {"1.2.3.4", {}},
    {"1:2:3:4:5:6:7:1.2.3.4", {}},
    {"::1234.1.1.1", {}},
};

}  // namespace

TEST_CASE("IPv6 addresses are read and written in the shortest form") {
  for (Ipv6Case const& row : ipv6_cases) {
    INFO(row.text);
    const auto address = parse_ipv6(row.text, NoteWriter(nullptr));
    REQUIRE(address.has_value() == row.address.has_value());
    if (!address) continue;
    std::string text;
    append_ipv6(text, *address);
    CHECK(text == *row.address);
  }
}

TEST_CASE("an IPv6 address that is written is read again") {
  std::mt19937 random(6);
  for (int i = 0; i < 20'000; ++i) {
    Ipv6Address address{};
    for (std::uint16_t& piece : address) {
      piece = random() % 2 == 0 ? 0 : static_cast<std::uint16_t>(random() % 0x10000);
    }
    std::string text;
    append_ipv6(text, address);
    INFO(text);
    CHECK(parse_ipv6(text, NoteWriter(nullptr)) == address);
  }
}

}  // namespace hrefkit::url
