#include "hrefkit/site/fragment.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

TEST_CASE("a fragment leads to an id as it is written, or percent-decoded") {
  struct Case {
    std::string fragment, id;
    bool matches;
  };
  const Case cases[] = {
      {"x", "x", true},
      {"x", "X", false},
      {"caf%C3%A9", "café", true},
      {"caf%c3%a9", "café", true},
      {"a%20b", "a%20b", true},
      {"a%20b", "a b", true},
      {"A", "%41", false},
      {"", "anything", true},
      {"top", "anything", true},
      {"ToP", "anything", true},
      {"t%6FP", "anything", true},
      {"tops", "anything", false},
      {"x:~:text=y", "x", true},
      {":~:text=y", "anything", true},
      {"x:~", "x", false},
      {"%FF", "\xEF\xBF\xBD", true},
      {"%", "%", true},
      {"%zz", "%zz", true},
      {"/x", "/x", true},
  };
  for (Case const& c : cases) {
    INFO(c.fragment << " and " << c.id);
    CHECK(fragment_matches(c.fragment, c.id) == c.matches);
  }
}

TEST_CASE("some fragments are not about an element") {
  CHECK(read_fragment("").kind == FragmentKind::top);
  CHECK(read_fragment("TOP").kind == FragmentKind::top);
  CHECK(read_fragment("/route").kind == FragmentKind::page_state);
  CHECK(read_fragment("!route").kind == FragmentKind::page_state);
  CHECK(read_fragment("x/y").kind == FragmentKind::element);
  CHECK(read_fragment("x:~:text=y").raw == "x");
}

TEST_CASE("a fragment may be a range of lines") {
  CHECK(first_of_lines("10-20") == "10");
  CHECK(first_of_lines("1-1") == "1");
  for (std::string const fragment :
       {"", "1", "-", "1-", "-2", "1-2-3", "1-b", "a-2", "1.2", "l1-2"}) {
    INFO(fragment);
    CHECK_FALSE(first_of_lines(fragment));
  }
}

TEST_CASE("a fragment of an SVG file may be a view") {
  CHECK(is_svg_view("svgView(viewBox(0,0,1,1))"));
  CHECK(is_svg_view("xywh=0,0,1,1"));
  CHECK(is_svg_view("t=10,20"));
  CHECK_FALSE(is_svg_view("svgView"));
  CHECK_FALSE(is_svg_view("t"));
}

}  // namespace hrefkit::site
