#include "hrefkit/html/names/tag_name.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

TEST_CASE("every name is found in any case, and nothing else is") {
  for (std::size_t i = 0; i < tag_names.size(); ++i) {
    const std::string name(tag_names[i]);
    CAPTURE(name);
    const auto expected = static_cast<TagName>(i + 1);
    CHECK(tag_name(name) == expected);
    std::string upper = name;
    for (char& c : upper) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    }
    CHECK(tag_name(upper) == expected);
    CHECK(tag_name(name + "x") == TagName::unknown);
    CHECK(tag_name(name + std::string(1, '\0')) == TagName::unknown);
    for (std::size_t at = 0; at < name.size(); ++at) {
      std::string other = name;
      other[at] = static_cast<char>(other[at] ^ 0x80);
      CHECK(tag_name(other) == TagName::unknown);
    }
  }
  CHECK(tag_name("") == TagName::unknown);
  CHECK(tag_name("h\x11") == TagName::unknown);
  CHECK(tag_name("x-element") == TagName::unknown);
}

TEST_CASE("sets of names") {
  constexpr TagNameSet set = TagNameSet(TagName::a, TagName::xmp) | TagNameSet(TagName::math);
  CHECK(set.contains(TagName::a));
  CHECK(set.contains(TagName::math));
  CHECK(set.contains(TagName::xmp));
  CHECK_FALSE(set.contains(TagName::unknown));
  CHECK_FALSE(set.contains(TagName::b));
}
