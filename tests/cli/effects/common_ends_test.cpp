#include "hrefkit/cli/effects/page.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::cli {

namespace {

struct Case {
  std::string a;
  std::string b;
  char const* middle_of_a;
  char const* middle_of_b;
};

TEST_CASE("what differs in two URLs is marked in whole components", "[effects]") {
  for (auto const& [a, b, middle_of_a, middle_of_b] :
       {Case{"http://h.example/archive/x", "http://h.example/articles/x", "archive", "articles"},
        Case{"http://h.example/a/x", "http://h.example/a/b/x", "", "b/"},
        Case{"http://a.example/x", "https://a.example/x", "http:", "https:"},
        Case{"http://h.example/p?a=1", "http://h.example/p?a=2", "a=1", "a=2"},
        Case{"http://h.example/p#f", "http://h.example/q#f", "p", "q"},
        Case{"http://h.example/", "http://h.example/", "", ""},
        Case{"mailto:a@b", "mailto:a@c", "mailto:a@b", "mailto:a@c"}, Case{"", "x", "", "x"}}) {
    CAPTURE(a, b);
    const CommonEnds ends = common_ends(a, b);
    CHECK(a.substr(ends.prefix, a.size() - ends.prefix - ends.suffix) == middle_of_a);
    CHECK(b.substr(ends.prefix, b.size() - ends.prefix - ends.suffix) == middle_of_b);
  }
}

}  // namespace

}  // namespace hrefkit::cli
