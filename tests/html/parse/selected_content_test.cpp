#include "hrefkit/html/parse/selected_content.h"

#include <catch2/catch.hpp>
#include <string>

#include "html/parse/tree_text.h"

using hrefkit::test::body_text;

namespace {

/// True when what stands in the selectedcontent element goes.
bool goes(std::string const& before, std::string const& behind) {
  const std::string tree =
      body_text("<body><select" + before + "<selectedcontent><q></selectedcontent>" + behind);
  return tree.find("selectedcontent(q)") == std::string::npos;
}

}  // namespace

TEST_CASE("the chosen option replaces what is written in selectedcontent") {
  CHECK(goes("><button>", "</button><option>x</option></select>"));
  CHECK(goes(">", "<option disabled>x</option><option>y"));
  CHECK(goes("><option>x</option>", "<option selected>y</option>"));
  CHECK(goes(">", "<optgroup><option>x"));
  CHECK(goes(" size=1>", "<option>x"));
}

TEST_CASE("the chosen option replaces what is written in each selectedcontent before it") {
  CHECK(body_text("<body><select><selectedcontent><q></selectedcontent><p><selectedcontent><dfn>"
                  "</selectedcontent></p><option>x</option><selectedcontent><q></selectedcontent>"
                  "<option>y</option></select>") ==
        "select(selectedcontent p(selectedcontent) option selectedcontent(q) option)");
}

TEST_CASE("what is written in selectedcontent stays where no option is cloned into it") {
  CHECK_FALSE(goes(">", "</select>"));
  CHECK_FALSE(goes(">", "</select><option>x"));
  CHECK_FALSE(goes("><option>x</option>", "<option>y"));
  CHECK_FALSE(goes(">", "<option disabled>x"));
  CHECK_FALSE(goes(">", "<optgroup disabled><option>x"));
  CHECK_FALSE(goes(" multiple>", "<option selected>x"));
  CHECK_FALSE(goes(" size=3>", "<option>x"));
  CHECK_FALSE(goes("><div><option>", "</option></div><option>y"));
  CHECK(body_text("<body><selectedcontent><q></selectedcontent><option>") ==
        "selectedcontent(q) option");
}
