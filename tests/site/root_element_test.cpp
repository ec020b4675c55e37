#include "hrefkit/site/root_element.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

TEST_CASE("a root element that wants a namespace", "[root element]") {
  for (char const* text :
       {"<html>", "<html/>", "<html lang='en'>",
        "<?xml version='1.0'?>\n<!-- <x xmlns=''> --><html>",
        "<!DOCTYPE html>\n<html xml:lang = \"a>b\">", "<html xmlns:xlink='x'>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'><html>"}) {
    CAPTURE(text);
    const auto found = root_without_namespace(text);
    REQUIRE(found);
    CHECK(found->element == "html");
    CHECK(found->missing == "http://www.w3.org/1999/xhtml");
  }
  CHECK(root_without_namespace("<svg viewBox='0 0 1 1'>")->missing == "http://www.w3.org/2000/svg");
}

TEST_CASE("a root element that wants none, or has one", "[root element]") {
  for (char const* text :
       {"", "<", "<!--", "text", "<html xmlns='http://www.w3.org/1999/xhtml'>",
        "<html a='1' xmlns='x'>", "<htmlx>", "<HTML>", "<feed>", "<h:html xmlns:h='x'>",
        "<!DOCTYPE html [<!ATTLIST html xmlns "
        "CDATA #FIXED 'http://www.w3.org/1999/xhtml'>]><html>",
        "<html a", "<html a='", "<svg"}) {
    CAPTURE(text);
    CHECK_FALSE(root_without_namespace(text));
  }
}

}  // namespace

}  // namespace hrefkit::site
