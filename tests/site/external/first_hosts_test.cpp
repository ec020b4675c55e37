#include "hrefkit/site/external/first_hosts.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

namespace hrefkit::site {

TEST_CASE("the registered domain of a host", "[external]") {
  struct Case {
    std::string_view host;
    std::string_view domain;
  };
  const Case cases[] = {
      {"example", "example"},
      {"h.example", "h.example"},
      {"www.h.example", "h.example"},
      {"a.b.c.h.example.", "h.example"},
      {"h.de", "h.de"},
      {"www.abc.de", "abc.de"},
      {"co.uk", "co.uk"},
      {"h.co.uk", "h.co.uk"},
      {"www.h.co.uk", "h.co.uk"},
      {"a.www.h.com.au", "h.com.au"},
      {"www.co.example", "co.example"},
      {"", ""},
      {".", ""},
      {".a", ".a"},
      {"..a", ".a"},
      {".co.uk", "co.uk"},
  };
  for (Case const& each : cases) {
    CAPTURE(each.host);
    CHECK(domain_of(each.host) == each.domain);
  }
}

TEST_CASE("the first hosts of a run are names of different domains", "[external]") {
  struct Case {
    char const* url;
    bool is_taken;
  };
  const Case cases[] = {
      {"https://a.example/", true},    {"https://www.a.example/x", false},
      {"https://b.example:81/", true}, {"https://u:p@b.example/", false},
      {"https://192.0.2.1/", false},   {"https://[2001:db8::1]/", false},
      {"https://localhost/", false},   {"https://x.localhost/", false},
      {"https://a.invalid/", false},   {"https://invalid/", false},
      {"https://a.invalid./", false},  {"https://notinvalid/", true},
      {"https://a.test/", true},
  };
  FirstHosts first;
  for (Case const& each : cases) {
    CAPTURE(each.url);
    CHECK(first.offer(0, each.url) == each.is_taken);
  }
  CHECK_FALSE(first.is_full());
}

TEST_CASE("the first hosts show whether there is a network", "[external]") {
  using Step = FirstHosts::Step;
  const auto full = [] {
    FirstHosts first;
    for (std::size_t i = 0; !first.is_full(); ++i) {
      static const std::string urls[] = {
          "https://a.a/", "https://a.b/", "https://a.c/", "https://a.d/",
          "https://a.e/", "https://a.f/", "https://a.g/", "https://a.h/",
          "https://a.i/", "https://a.j/", "https://a.k/", "https://a.l/",
          "https://a.m/", "https://a.n/", "https://a.o/", "https://a.p/"};
      REQUIRE(first.offer(i, urls[i]));
    }
    return first;
  };
  FirstHosts none = full();
  for (std::size_t i = 0; i < FirstHosts::count; ++i) {
    CHECK(none.next_step() == Step::wait);
    none.fail(0);  // a retry of the same host adds nothing
    none.fail(i);
  }
  CHECK(none.next_step() == Step::ask_again);
  CHECK(none.next_step() == Step::wait);
  none.fail(0);
  CHECK(none.next_step() == Step::stop);
  FirstHosts one = full();
  one.fail(3);
  one.note_network();
  CHECK(one.next_step() == Step::go_on);
  FirstHosts late = full();
  for (std::size_t i = 0; i < FirstHosts::count; ++i) late.fail(i);
  CHECK(late.next_step() == Step::ask_again);
  late.note_network();
  CHECK(late.next_step() == Step::go_on);
}

}  // namespace hrefkit::site
