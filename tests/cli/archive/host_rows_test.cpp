#include "hrefkit/archive/reversed_host.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("hosts in reverse order") {
  struct Case {
    std::string url;
    std::string host;
  };
  const std::vector<Case> cases{
      {"https://www.a.example/x", "example.a"},
      {"https://www.example/", "example.www"},
      {"https://u:p@sub.a.example:81?x", "example.a.sub"},
      {"http://a.example./", "example.a"},
      {"http://xn--bcher-kva.example/", "example.xn--bcher-kva"},
      {"http://a_b.example/", "example.a_b"},
      {"http://_a.example/", ""},
      {"http://-a.example/", ""},
      {"http://localhost/", ""},
      {"http://1.2.3.4/", ""},
      {"http://[::1]/", ""},
      {"http://a..example/", ""},
      {"mailto:x@a.example", ""},
      {"data:text/html,http://a.example/", ""},
      {"file:///etc/a.b", ""},
      {"http://" + std::string(64, 'a') + ".example/", ""},
      {"", ""},
  };
  for (Case const& c : cases) {
    INFO(c.url);
    CHECK(archive::reversed_host(c.url) == c.host);
  }
}

}  // namespace hrefkit::test
