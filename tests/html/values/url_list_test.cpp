#include "hrefkit/html/url_list.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit::html;
using Items = std::vector<std::string>;

namespace {

template <typename List>
Items items(std::string_view value) {
  Items found;
  List list(value);
  std::uint32_t previous_end = 0;
  while (const auto item = list.next()) {
    CHECK(item->begin >= previous_end);
    CHECK(item->end > item->begin);
    CHECK(item->end <= value.size());
    previous_end = item->end;
    found.emplace_back(item->in(value));
  }
  CHECK_FALSE(list.next());  // and it stays at the end
  return found;
}

}  // namespace

TEST_CASE("a space list splits at ASCII white space only") {
  CHECK(items<SpaceList>("").empty());
  CHECK(items<SpaceList>(" \t\n\f\r ").empty());
  CHECK(items<SpaceList>("/a") == Items{"/a"});
  CHECK(items<SpaceList>("  /a\t/b\n\n/c,d ") == Items{"/a", "/b", "/c,d"});
  CHECK(items<SpaceList>("a\vb\xC2\xA0"
                         "c") == Items{"a\vb\xC2\xA0"
                                       "c"});
}

TEST_CASE("an item of a space list is found in any ASCII case") {
  CHECK(has_item("next  Preload\n", "preload"));
  CHECK_FALSE(has_item("preloads pre-load", "preload"));
  CHECK_FALSE(has_item(" ", "preload"));
}

TEST_CASE("a comma list strips white space and drops empty items") {
  CHECK(items<CommaList>("").empty());
  CHECK(items<CommaList>(" , ,, ").empty());
  CHECK(items<CommaList>("a.jar") == Items{"a.jar"});
  CHECK(items<CommaList>(" a.jar , b c.jar,\n,d.jar,") == Items{"a.jar", "b c.jar", "d.jar"});
}
