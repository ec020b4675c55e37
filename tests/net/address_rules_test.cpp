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
      {"[::2]", true},
      {"[fc00::1]", true},
      {"[fdff::1]", true},
      {"[fe00::1]", false},
      {"[fe80::1]", true},
      {"[febf::1]", true},
      {"[fec0::1]", true},
      {"[ff02::1]", true},
      {"[2001:db8::1]", true},
      {"[::ffff:127.0.0.1]", true},
      {"[::ffff:a00:1]", true},
      {"[::ffff:808:808]", false},
      {"[64:ff9b::c0a8:1]", true},
      {"[64:ff9b::808:808]", false},
      {"[64:ff9b:1::c0a8:1]", true},
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

// The registries as of 2025, each block with the addresses at and beside its ends.
TEST_CASE("safety defaults: what the registries do not call globally reachable is private") {
  struct Case {
    std::string first;
    std::string last;
    std::string before;  // empty: private by another block
    std::string behind;
  };
  const std::vector<Case> cases{
      {"0.0.0.0", "0.255.255.255", "", "1.0.0.0"},
      {"10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"},
      {"100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"},
      {"127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"},
      {"169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"},
      {"172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"},
      {"192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"},
      {"192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"},
      {"192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"},
      {"192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"},
      {"198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"},
      {"198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"},
      {"203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"},
      {"224.0.0.0", "255.255.255.255", "223.255.255.255", ""},
      {"::", "::ffff:ffff", "", "::1:0:0"},
      {"::ffff:0:0:0", "::ffff:0:ffff:ffff", "::fffe:ffff:ffff:ffff", "::ffff:1:0:0"},
      {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "64:ff9b:0:ffff::", "64:ff9b:2::"},
      {"100::", "100::ffff:ffff:ffff:ffff", "ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""},
      {"100:0:0:1::", "100::1:ffff:ffff:ffff:ffff", "", "100:0:0:2::"},
      {"2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
       ""},
      {"2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "", ""},
      {"2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", "", "2001:20::"},
      {"2001:40::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
       "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"},
      {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
       "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"},
      {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
       "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"},
      {"5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
       "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "5f01::"},
      {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
       "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"},
      {"fe80::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
       "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""},
      {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""},
      // IPv4 within IPv6 is judged as IPv4.
      {"::ffff:192.0.2.0", "::ffff:192.0.2.255", "::ffff:192.0.1.255", "::ffff:192.0.3.0"},
      {"64:ff9b::203.0.113.0", "64:ff9b::203.0.113.255", "64:ff9b::203.0.112.255",
       "64:ff9b::203.0.114.0"},
      {"2002:c633:6400::", "2002:c633:64ff::", "2002:c633:63ff::", "2002:c633:6500::"},
  };
  const net::AddressRules rules;
  const auto is_allowed = [&](std::string const& text) {
    const auto address = net::parse_ip_address(text);
    REQUIRE(address);
    return rules.allows(*address);
  };
  for (Case const& c : cases) {
    INFO(c.first);
    CHECK(!is_allowed(c.first));
    CHECK(!is_allowed(c.last));
    CHECK((c.before.empty() || is_allowed(c.before)));
    CHECK((c.behind.empty() || is_allowed(c.behind)));
  }
  // The exceptions within 2001::/23, and other special addresses that are reachable.
  for (std::string const reachable :
       {"2001:1::1", "2001:1::2", "2001:1::3", "2001:3::", "2001:3:ffff::1", "2001:4:112::1",
        "2001:20::1", "2001:2f:ffff::", "2001:30::1", "2001:3f:ffff::", "192.31.196.1",
        "192.52.193.1", "192.175.48.1", "2620:4f:8000::1", "64:ff9b::8.8.8.8", "2606:4700::1111"}) {
    INFO(reachable);
    CHECK(is_allowed(reachable));
  }
  for (std::string const beside : {"2001:1::", "2001:1::4", "2001:2:ffff::", "2001:4:111::",
                                   "2001:4:113::", "2001:5::", "2001:1f::", "192.0.0.9"}) {
    INFO(beside);
    CHECK(!is_allowed(beside));
  }
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
      {{"192.0.2.1"}, "192.0.2.9", true},
      {{"192.0.2.1"}, "198.51.100.1", false},
      // A block is opened without the smaller ones that are within it.
      {{"::2"}, "[::3]", true},
      {{"::2"}, "[::1]", false},
      {{"2001:5::1"}, "[2001:6::1]", true},
      {{"2001:5::1"}, "[2001:0:1::]", false},
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
