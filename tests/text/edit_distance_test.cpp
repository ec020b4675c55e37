#include "hrefkit/text/edit_distance.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::text {

TEST_CASE("the distance counts inserted, removed, replaced and swapped bytes") {
  CHECK(edit_distance("", "", 3) == 0);
  CHECK(edit_distance("abc", "abc", 3) == 0);
  CHECK(edit_distance("abc", "abd", 3) == 1);
  CHECK(edit_distance("abc", "ab", 3) == 1);
  CHECK(edit_distance("abc", "xabc", 3) == 1);
  CHECK(edit_distance("abc", "acb", 3) == 1);
  CHECK(edit_distance("abcd", "badc", 3) == 2);
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
}

TEST_CASE("what is past the limit is far") {
  CHECK(edit_distance("abc", "xyz", 2) == 3);
  CHECK(edit_distance("a", "abcdef", 2) == 3);
  const std::string long_word(300, 'a');
  CHECK(edit_distance(long_word, long_word, 2) == 3);
}

}  // namespace hrefkit::text
