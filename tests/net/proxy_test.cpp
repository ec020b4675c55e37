#include "hrefkit/net/proxy.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/net/curl_transport.h"

namespace hrefkit::test {

namespace {

/// Sets variables of the environment, and takes all of proxies away before and after.
class ProxyEnvironment {
 public:
  explicit ProxyEnvironment(std::vector<std::pair<std::string, std::string>> const& variables) {
    clear();
    for (auto const& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  }
  ~ProxyEnvironment() { clear(); }
  ProxyEnvironment(ProxyEnvironment const&) = delete;
  ProxyEnvironment& operator=(ProxyEnvironment const&) = delete;

 private:
  static void clear() {
    for (char const* name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy",
                             "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
      unsetenv(name);
    }
  }
};

}  // namespace

TEST_CASE("options: --proxy, or the environment") {
  struct Case {
    std::vector<std::pair<std::string, std::string>> environment;
    std::string option;
    std::string url;
    std::string proxy;
  };
  const std::string http = "http://a.example/";
  const std::string https = "https://a.example/";
  const std::vector<Case> cases{
      {{}, "", http, ""},
      {{{"http_proxy", "http://p:1"}}, "", http, "http://p:1"},
      {{{"http_proxy", "http://p:1"}}, "", https, ""},
      {{{"HTTP_PROXY", "http://p:1"}}, "", http, ""},
      {{{"HTTPS_PROXY", "http://p:1"}}, "", https, "http://p:1"},
      {{{"https_proxy", "http://p:1"}, {"HTTPS_PROXY", "http://q:1"}}, "", https, "http://p:1"},
      {{{"ALL_PROXY", "socks5://p:1"}}, "", http, "socks5h://p:1"},
      {{{"all_proxy", "SOCKS4://p:1"}}, "", https, "socks4a://p:1"},
      {{{"http_proxy", "http://p:1"}}, "none", http, ""},
      {{{"http_proxy", "http://p:1"}}, "http://q:2", http, "http://q:2"},
      {{{"no_proxy", "*"}}, "http://q:2", http, "http://q:2"},
      {{{"http_proxy", "p"}, {"no_proxy", "*"}}, "", http, ""},
      {{{"http_proxy", "p"}, {"no_proxy", "a.example"}}, "", http, ""},
      {{{"http_proxy", "p"}, {"no_proxy", "x, .Example ,y"}}, "", http, ""},
      {{{"http_proxy", "p"}, {"NO_PROXY", "example"}}, "", http, ""},
      {{{"http_proxy", "p"}, {"no_proxy", "ample"}}, "", http, "p"},
      {{{"http_proxy", "p"}, {"no_proxy", "b.a.example"}}, "", http, "p"},
      {{{"http_proxy", "p"}, {"no_proxy", "10.0.0.0/8"}}, "", "http://10.1.1.1/", ""},
      {{{"http_proxy", "p"}, {"no_proxy", "10.0.0.0/8"}}, "", "http://11.1.1.1/", "p"},
      {{{"http_proxy", "p"}, {"no_proxy", "[::1]"}}, "", "http://[::1]:80/", ""},
      {{{"http_proxy", "p"}, {"no_proxy", "::1"}}, "", "http://[::1]:80/", ""},
  };
  for (Case const& c : cases) {
    std::string said;
    for (auto const& [name, value] : c.environment) said += name + '=' + value + ' ';
    INFO(said << c.option << ' ' << c.url);
    const ProxyEnvironment environment(c.environment);
    CHECK(net::proxy_for(c.url, c.option) == c.proxy);
  }
  for (std::string const good : {"none", "p:1", "http://p", "https://u:p@p:8", "socks5h://p"}) {
    CHECK(net::check_proxy(good));
  }
  for (std::string const bad : {"", "ftp://p", "http://", "http://a b", "http:\\\\p"}) {
    CHECK(!net::check_proxy(bad));
  }
}

TEST_CASE("options: what names a proxy, without its password") {
  struct Case {
    std::vector<std::pair<std::string, std::string>> environment;
    std::string option;
    std::string source;
  };
  const std::vector<Case> cases{
      {{}, "", ""},
      {{}, "none", ""},
      {{}, "http://user:secret@p:1", "--proxy http://***@p:1"},
      {{}, "user:secret@p:1", "--proxy ***@p:1"},
      {{{"http_proxy", "p:1"}}, "", "http_proxy p:1"},
      {{{"http_proxy", "user:secret@p:1"}}, "", "http_proxy ***@p:1"},
      {{{"http_proxy", "http://user:secret@p q"}}, "", "http_proxy http://***@p q"},
      {{{"all_proxy", "socks5://p"}}, "", "all_proxy socks5://p"},
      {{{"ALL_PROXY", "p"}, {"https_proxy", "q"}}, "", "ALL_PROXY p"},
      {{{"http_proxy", "p:1"}, {"no_proxy", "a.example"}}, "", ""},
  };
  for (Case const& c : cases) {
    INFO(c.source);
    const ProxyEnvironment environment(c.environment);
    CHECK(net::proxy_source("http://a.example/", c.option) == c.source);
  }
}

TEST_CASE("options: --resolve HOST:PORT:ADDRESS[,ADDRESS]") {
  struct Case {
    std::string value;
    std::string parsed;
  };
  const std::vector<Case> cases{
      {"a.example:80:127.0.0.1", "a.example 80 127.0.0.1"},
      {"A.Example:443:127.0.0.1,::1", "a.example 443 127.0.0.1 ::1"},
      {"a.example:80:[::1]", "a.example 80 ::1"},
      {"[::1]:80:10.0.0.1", "[::1] 80 10.0.0.1"},
      {"\xC3\xA9.example:80:10.0.0.1", "xn--9ca.example 80 10.0.0.1"},
      {"a.example:80:", ""},
      {"a.example:80", ""},
      {"a.example", ""},
      {":80:10.0.0.1", ""},
      {"a.example:0:10.0.0.1", ""},
      {"a.example:65536:10.0.0.1", ""},
      {"a.example:x:10.0.0.1", ""},
      {"a.example:80:b.example", ""},
      {"a.example:80:10.0.0.1,", ""},
      {"u@a.example:80:10.0.0.1", ""},
      {"a.example/x:80:10.0.0.1", ""},
      {"[::1:80:10.0.0.1", ""},
      {"", ""},
  };
  for (Case const& c : cases) {
    INFO(c.value);
    const auto resolution = net::parse_resolution(c.value);
    std::string parsed;
    if (resolution) {
      parsed = resolution->host + ' ' + std::to_string(resolution->port);
      for (net::IpAddress const& each : resolution->addresses) parsed += ' ' + to_string(each);
    }
    CHECK(parsed == c.parsed);
  }
}

TEST_CASE("safety defaults: where a crawl's start is") {
  const auto shown = [](std::vector<net::IpAddress> const& addresses) {
    std::string text;
    for (net::IpAddress const& each : addresses) text += to_string(each) + ' ';
    return text;
  };
  const std::vector<net::Resolution> resolutions{*net::parse_resolution("a.example:80:10.0.0.1")};
  CHECK(shown(net::look_up("127.0.0.1", 80, {})) == "127.0.0.1 ");
  CHECK(shown(net::look_up("[::1]", 80, {})) == "::1 ");
  CHECK(shown(net::look_up("localhost", 80, {})) == "127.0.0.1 ::1 ");
  CHECK(shown(net::look_up("a.example", 80, resolutions)) == "10.0.0.1 ");
  CHECK(shown(net::look_up("no such name", 80, {})).empty());
}

}  // namespace hrefkit::test
