#include "hrefkit/html/syntax/attribute_value.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

namespace {

/// `s` for white space, `0` for NUL, `v` for visible characters.
std::string kinds(std::string_view text, Cdata cdata = Cdata::comment) {
  const TextKinds found = text_kinds(text, cdata);
  return std::string(found.white_space ? "s" : "") + (found.nul ? "0" : "") +
         (found.visible ? "v" : "");
}

}  // namespace

TEST_CASE("a text holds white space, NUL and visible characters") {
  CHECK(kinds("").empty());
  CHECK(kinds(" \t\r\n\f") == "s");
  CHECK(kinds(" x") == "sv");
  CHECK(kinds({"\0 ", 2}) == "s0");
  CHECK(kinds("&#32;&Tab;") == "s");
  CHECK(kinds("&#0;") == "v");
  CHECK(kinds("&nbsp;") == "v");
  CHECK(kinds("<") == "v");
}

TEST_CASE("comments hold no text, and CDATA sections do where they count") {
  CHECK(kinds("<!-- x --><?x?></ x><!doctype x>").empty());
  CHECK(kinds("<![CDATA[x]]>").empty());
  CHECK(kinds("<![CDATA[x]]>", Cdata::section) == "v");
  CHECK(kinds("<![CDATA[ ]]>", Cdata::section) == "s");
  CHECK(kinds("<![CDATA[]]>", Cdata::section).empty());
  CHECK(kinds({"<![CDATA[\0]]>", 13}, Cdata::section) == "0");
  CHECK(kinds("<![CDATA[&#32;", Cdata::section) == "v");
}
