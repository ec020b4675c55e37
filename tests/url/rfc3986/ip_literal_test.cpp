#include "hrefkit/url/rfc3986/grammar.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::rfc3986 {

TEST_CASE("IPv4address") {
  for (std::string_view yes : {"0.0.0.0", "127.0.0.1", "255.249.199.10"}) {
    CAPTURE(yes);
    CHECK(is_ipv4_address(yes));
  }
  for (std::string_view no : {"", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "256.1.1.1",
                              "01.2.3.4", "00.0.0.0", "1.2.3.4 ", "1.2.3.a", "1000.1.1.1"}) {
    CAPTURE(no);
    CHECK_FALSE(is_ipv4_address(no));
  }
}

TEST_CASE("IPv6address, every alternative of the production") {
  for (std::string_view yes :
       {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::2:3:4:5:6:7:8", "::2:3:4:5:6:1.2.3.4",
        "1::3:4:5:6:7:8", "::3:4:5:6:7:8", "1:2::4:5:6:7:8", "1:2:3::5:6:1.2.3.4", "1:2:3:4::6:7:8",
        "1:2:3:4:5::7:8", "1:2:3:4:5::1.2.3.4", "1:2:3:4:5:6::8", "1:2:3:4:5:6:7::", "::", "::1",
        "1::", "ABCD::ef01", "0001::", "::ffff:0.0.0.0"}) {
    CAPTURE(yes);
    CHECK(is_ipv6_address(yes));
  }
  for (std::string_view no : {"",
                              ":",
                              "1",
                              "1:2:3:4:5:6:7",
                              "1:2:3:4:5:6:7:8:9",
                              "1:2:3:4:5:6:7:1.2.3.4",
                              "1:2:3:4:5:6:7:8::",
                              "::1:2:3:4:5:6:7:8",
                              "1::2:3:4:5:6:7:8",
                              "1:2:3:4:5:6::1.2.3.4",
                              ":::",
                              "1::2::3",
                              "1:::2",
                              ":1",
                              "1:",
                              "12345::",
                              "g::",
                              "1.2.3.4::",
                              "::1.2.3",
                              "::01.2.3.4",
                              "::1.2.3.256",
                              "::1%25en0",
                              "::1.2.3.4:5"}) {
    CAPTURE(no);
    CHECK_FALSE(is_ipv6_address(no));
  }
}

TEST_CASE("IPvFuture") {
  for (std::string_view yes : {"v1.a", "V1.a", "vaF09.:-._~!$&'()*+,;="}) {
    CAPTURE(yes);
    CHECK(is_ip_future(yes, ip_future_characters));
  }
  for (std::string_view no :
       {"", "v", "v1", "v1.", "v.a", "vg.a", "1.a", "v1.a]b", "v1.a%41", "v1.@", "v1.\xC3\xA4"}) {
    CAPTURE(no);
    CHECK_FALSE(is_ip_future(no, ip_future_characters));
  }
}

}  // namespace hrefkit::url::rfc3986
