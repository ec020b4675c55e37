#include "hrefkit/url/private_host.h"

#include <catch2/catch.hpp>
#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

TEST_CASE("hosts that only some machines can reach") {
  struct Case {
    std::string_view url;
    bool is_private;
  };
  constexpr Case cases[] = {
      {"http://localhost:4000/", true},
      {"http://LOCALHOST./x", true},
      {"http://app.localhost", true},
      {"http://localhost.example/", false},
      {"http://notlocalhost/", false},
      {"http://127.0.0.1/", true},
      {"http://127.1/", true},
      {"http://0x7f000001/", true},
      {"http://0/", true},
      {"http://9.255.255.255/", false},
      {"http://10.0.0.0/", true},
      {"http://10.255.255.255/", true},
      {"http://11.0.0.0/", false},
      {"http://100.63.255.255/", false},
      {"http://100.64.0.0/", true},
      {"http://100.127.255.255/", true},
      {"http://100.128.0.0/", false},
      {"http://169.254.169.254/", true},
      {"http://172.15.255.255/", false},
      {"http://172.16.0.1/", true},
      {"http://172.31.255.255/", true},
      {"http://172.32.0.0/", false},
      {"http://192.0.0.8/", true},
      {"http://192.0.1.0/", false},
      {"http://192.168.178.1:8080/", true},
      {"http://198.18.0.1/", true},
      {"http://198.19.255.255/", true},
      {"http://198.20.0.0/", false},
      {"http://223.255.255.255/", false},
      {"http://224.0.0.1/", true},
      {"http://255.255.255.255/", true},
      {"http://1.2.3.4/10.0.0.1", false},
      {"http://10.0.0.1.example/", false},
      {"http://10.0.0.1@h.example/", false},
      {"http://u:p@10.0.0.1:80/", true},
      {"http://h.example/@10.0.0.1", false},
      {"http://[::]/", true},
      {"http://[::1]:80/", true},
      {"http://[::2]/", true},
      {"http://[0:0:0:0:0:1::]/", false},
      {"http://192.0.2.1/", true},
      {"http://198.51.100.7/", true},
      {"http://203.0.113.9:8080/", true},
      {"http://192.88.99.1/", true},
      {"http://[fc00::1]/", true},
      {"http://[fdff:1:2:3:4:5:6:7]/", true},
      {"http://[fe80::1]/", true},
      {"http://[febf::1]/", true},
      {"http://[fec0::1]/", true},
      {"http://[ff02::1]/", true},
      {"http://[2001:db8::1]/", true},
      {"http://[3fff::1]/", true},
      {"http://[2001::1]/", true},
      {"http://[2606:4700::1]/", false},
      {"http://[::ffff:10.0.0.1]/", true},
      {"http://[::ffff:8.8.8.8]/", false},
      {"http://[64:ff9b::192.168.0.1]/", true},
      {"http://[64:ff9b::8.8.8.8]/", false},
      {"http://[64:ff9b::192.0.2.1]/", true},
      {"http://[64:ff9b:1::8.8.8.8]/", true},
      {"http://[2002:a00:1::]/", true},
      {"http://[2002:808:808::]/", false},
      {"file:///localhost", false},
      {"mailto:me@localhost", false},
      {"data:,//10.0.0.1/", false},
  };
  for (Case const& c : cases) {
    CAPTURE(c.url);
    const auto url = Url::parse(c.url);
    REQUIRE(url);
    CHECK(has_private_host(url->href()) == c.is_private);
  }
}

TEST_CASE("hosts below invalid") {
  for (const std::string_view host : {"invalid", "invalid.", "a.invalid", "a.b.invalid."}) {
    CAPTURE(host);
    CHECK(is_invalid_host(host));
  }
  for (const std::string_view host : {"", ".", "notinvalid", "invalid.example", "a.invali", "x"}) {
    CAPTURE(host);
    CHECK_FALSE(is_invalid_host(host));
  }
}

TEST_CASE("texts that are no serialised host are not private") {
  for (const std::string_view host :
       {"", ".", "[", "]", "[]", "[:]", "[:::]", "[1:2:3:4:5:6:7:8:9]", "[fe80]", "[fe80:]",
        "[::fe80::]", "10.0.0", "10.0.0.256", "10..0.1", "10.0.0.1.1", "localhos", "localhost ."}) {
    CAPTURE(host);
    CHECK_FALSE(is_private_host(host));
  }
}

}  // namespace hrefkit::url
