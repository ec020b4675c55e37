#include "hrefkit/net/address_rules.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("addresses are parsed and written as URLs have them") {
  struct Case {
    std::string text;
    std::string written;  // empty: no address
  };
  const std::vector<Case> cases{
      {"127.0.0.1", "127.0.0.1"},
      {"0.0.0.0", "0.0.0.0"},
      {"255.255.255.255", "255.255.255.255"},
      {"1.2.3", ""},
      {"1.2.3.4.5", ""},
      {"1.2.3.256", ""},
      {"01.2.3.4", ""},
      {"1.2.3.", ""},
      {"1.2.3.-4", ""},
      {"", ""},
      {"a.example", ""},
      {"::", "::"},
      {"::1", "::1"},
      {"[::1]", "::1"},
      {"[127.0.0.1]", ""},
      {"1::", "1::"},
      {"2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
      {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"::ffff:10.0.0.1", "::ffff:a00:1"},
      {"64:ff9b::10.0.0.1", "64:ff9b::a00:1"},
      {"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"},
      {"1:2:3:4:5:6:7:1.2.3.4", ""},
      {"1:2:3:4:5:6:7", ""},
      {"1:2:3:4:5:6:7:8:9", ""},
      {"1:2:3:4::5:6:7:8", ""},
      {":::", ""},
      {"1::2::3", ""},
      {":1", ""},
      {"1:", ""},
      {"12345::", ""},
      {"g::", ""},
      {"fe80::1%eth0", ""},
      {"[::1", ""},
  };
  for (Case const& c : cases) {
    INFO(c.text);
    const auto address = net::parse_ip_address(c.text);
    CHECK((address ? net::to_string(*address) : "") == c.written);
  }
}

TEST_CASE("safety defaults: private addresses are refused, also within IPv6") {
  struct Case {
    std::string host;
    bool is_private;
  };
  const std::vector<Case> cases{
      {"127.0.0.1", true},
      {"127.255.255.254", true},
      {"126.255.255.255", false},
      {"128.0.0.0", false},
      {"10.0.0.0", true},
      {"10.255.255.255", true},
      {"11.0.0.0", false},
      {"9.255.255.255", false},
      {"172.15.255.255", false},
      {"172.16.0.0", true},
      {"172.31.255.255", true},
      {"172.32.0.0", false},
      {"192.168.0.1", true},
      {"192.167.255.255", false},
      {"192.169.0.0", false},
      {"100.63.255.255", false},
      {"100.64.0.0", true},
      {"100.127.255.255", true},
      {"100.128.0.0", false},
      {"169.254.169.254", true},
      {"169.253.0.0", false},
      {"0.0.0.0", true},
      {"0.1.2.3", true},
      {"1.0.0.0", false},
      {"192.0.0.8", true},
      {"192.0.1.0", false},
      {"198.17.255.255", false},
      {"198.18.0.0", true},
      {"198.19.255.255", true},
      {"198.20.0.0", false},
      {"223.255.255.255", false},
      {"224.0.0.1", true},
      {"239.255.255.255", true},
      {"240.0.0.1", true},
      {"255.255.255.255", true},
      {"8.8.8.8", false},
      {"[::]", true},
      {"[::1]", true},
      {"[::2]", false},
      {"[fc00::1]", true},
      {"[fdff::1]", true},
      {"[fe00::1]", false},
      {"[fe80::1]", true},
      {"[febf::1]", true},
      {"[fec0::1]", false},
      {"[ff02::1]", true},
      {"[2001:db8::1]", false},
      {"[::ffff:127.0.0.1]", true},
      {"[::ffff:a00:1]", true},
      {"[::ffff:808:808]", false},
      {"[64:ff9b::c0a8:1]", true},
      {"[64:ff9b::808:808]", false},
      {"[64:ff9b:1::c0a8:1]", false},
      {"[2002:7f00:1::]", true},
      {"[2002:a00:1::5]", true},
      {"[2002:808:808::]", false},
      {"localhost", true},
      {"localhost.", true},
      {"a.localhost", true},
  };
  const net::AddressRules rules;
  for (Case const& c : cases) {
    INFO(c.host);
    CHECK(rules.judge_host(c.host) ==
          (c.is_private ? net::HostVerdict::refused : net::HostVerdict::allowed));
    CHECK(net::AddressRules::allowing_all().judge_host(c.host) == net::HostVerdict::allowed);
  }
  CHECK(rules.judge_host("a.example") == net::HostVerdict::name);
  CHECK(rules.judge_host("notlocalhost") == net::HostVerdict::name);
  CHECK(rules.judge_host("localhost.example") == net::HostVerdict::name);
}

TEST_CASE("safety defaults: --allow-private names blocks") {
  struct Case {
    std::string value;
    std::string host;
    bool is_allowed;
  };
  const std::vector<Case> cases{
      {"10.0.0.0/8", "10.1.2.3", true},
      {"10.0.0.0/8", "192.168.0.1", false},
      {"10.0.0.0/8,192.168.0.0/24", "192.168.0.1", true},
      {"10.0.0.0/8, 192.168.0.0/24", "192.168.1.1", false},
      {"10.0.0.7", "10.0.0.7", true},
      {"10.0.0.7", "10.0.0.8", false},
      {"127.0.0.1", "localhost", true},
      {"::1", "localhost", true},
      {"::1/128", "127.0.0.1", false},
      {"10.0.0.0/8", "[::ffff:10.0.0.1]", true},
      {"::ffff:10.0.0.1", "[::ffff:10.0.0.1]", true},
      {"0.0.0.0/0", "10.0.0.1", true},
      {"0.0.0.0/0", "[::1]", false},
      {"fd00::/8", "[fd12::1]", true},
      {"all", "169.254.169.254", true},
      {"10.0.0.0/8", "8.8.8.8", true},
  };
  for (Case const& c : cases) {
    INFO(c.value << ' ' << c.host);
    const auto rules = net::AddressRules::parse(c.value);
    REQUIRE(rules);
    CHECK(rules->judge_host(c.host) ==
          (c.is_allowed ? net::HostVerdict::allowed : net::HostVerdict::refused));
  }
  for (std::string const value :
       {"", ",", "10.0.0.0/33", "10.0.0.0/", "10.0.0", "fd00::/129", "ALL", "10.0.0.0/8,"}) {
    INFO(value);
    CHECK(!net::AddressRules::parse(value));
  }
}

TEST_CASE("safety defaults: a crawl allows the blocks of its start, if all of it is private") {
  struct Case {
    std::vector<std::string> start;
    std::string host;
    bool is_allowed;
  };
  const std::vector<Case> cases{
      {{"127.0.0.1"}, "127.9.9.9", true},
      {{"127.0.0.1"}, "[::1]", true},
      {{"::1"}, "127.0.0.1", true},
      {{"127.0.0.1"}, "10.0.0.1", false},
      {{"192.168.1.1"}, "192.168.9.9", true},
      {{"192.168.1.1"}, "127.0.0.1", false},
      {{"8.8.8.8"}, "10.0.0.1", false},
      {{"8.8.8.8"}, "8.8.4.4", true},
      {{"fd00::1"}, "[fc00::2]", true},
      {{"::1", "127.0.0.1"}, "127.0.0.1", true},
      {{"fd00::1", "192.168.1.1"}, "192.168.9.9", true},
      {{"fd00::1", "192.168.1.1"}, "127.0.0.1", false},
      // Who has one public address may have given the name the others.
      {{"8.8.8.8", "127.0.0.1"}, "127.0.0.1", false},
      {{"127.0.0.1", "8.8.8.8"}, "127.0.0.1", false},
      {{"127.0.0.1", "2606:4700::1"}, "[::1]", false},
      {{"10.0.0.1", "169.254.169.254", "8.8.8.8"}, "169.254.169.254", false},
      {{"8.8.8.8", "::ffff:10.0.0.1"}, "10.0.0.1", false},
      {{"8.8.8.8", "127.0.0.1"}, "8.8.8.8", true},
      {{}, "127.0.0.1", false},
  };
  for (Case const& c : cases) {
    std::vector<net::IpAddress> start;
    for (std::string const& each : c.start) start.push_back(*net::parse_ip_address(each));
    INFO((c.start.empty() ? "" : c.start.front()) << ' ' << c.host);
    CHECK(net::AddressRules::for_start(start).judge_host(c.host) ==
          (c.is_allowed ? net::HostVerdict::allowed : net::HostVerdict::refused));
  }
}

TEST_CASE("hosts of this machine are known") {
  for (std::string const host :
       {"localhost", "a.localhost", "127.0.0.1", "[::1]", "127.1.2.3", "[::ffff:127.0.0.1]"}) {
    CHECK(net::is_loopback_host(host));
  }
  for (std::string const host : {"10.0.0.1", "a.example", "[::2]", "0.0.0.0"}) {
    CHECK(!net::is_loopback_host(host));
  }
}

}  // namespace hrefkit::test
