#include "hrefkit/html/links/tree_surroundings.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::html {

namespace {

/// What follows the element that begins at the start of `text`.
std::string after(std::string const& text, std::string const& name) {
  return text.substr(end_of_element(text, name, static_cast<std::uint32_t>(text.find('>') + 1)));
}

}  // namespace

TEST_CASE("an element ends with its end tag") {
  CHECK(after("<div>a</div>b", "div") == "b");
  CHECK(after("<div><div>a</div>b</div>c", "div") == "c");
  CHECK(after("<div><b></b></DIV >c", "div") == "c");
  CHECK(after("<div><divider></divider></div>c", "div") == "c");
  CHECK(after("<div><!-- </div> --></div>c", "div") == "c");
  CHECK(after("<div><!-- </div> --!></div>c", "div") == "c");
  CHECK(after("<div><!--></div>c", "div") == "c");
  CHECK(after("<img>c", "img") == "c");
}

TEST_CASE("an element without an end tag goes to the end") {
  CHECK(after("<div>a", "div").empty());
  CHECK(after("<div><!-- ", "div").empty());
  CHECK(after("<div></div", "div").empty());
  CHECK(after("<div></div ", "div").empty());
}

}  // namespace hrefkit::html
