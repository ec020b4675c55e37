#include "hrefkit/html/edit/place_writer.h"

#include <catch2/catch.hpp>
#include <string>

using hrefkit::html::CdataCursor;

TEST_CASE("places in and around CDATA sections, in any order") {
  const std::string text = "<a><![CDATA[b]]>c<![CDATA[d]]></a><![CDATA[e]]><x>f</x>";
  const auto at = [&](char letter) { return static_cast<std::uint32_t>(text.rfind(letter)); };
  for (const bool keeps : {true, false}) {
    CdataCursor kept;
    for (const std::string_view order : {"bcd", "dcb", "cbdbc"}) {
      for (const char letter : order) {
        CdataCursor fresh;
        CdataCursor& cursor = keeps ? kept : fresh;
        INFO("letter " << letter << " of " << order);
        CHECK(cursor.is_in_section(text, 0, 3, at(letter)) == (letter != 'c'));
      }
    }
  }
}

TEST_CASE("a section may begin right before the text, and one that ended before does not count") {
  const std::string text = "<![CDATA[a]]><x>b<![CDATA[";
  CdataCursor cursor;
  CHECK(cursor.is_in_section(text, 0, 9, 9));
  CHECK_FALSE(cursor.is_in_section(text, 0, 16, 16));
  CHECK_FALSE(cursor.is_in_section(text, 0, 16, 25));
  CHECK(cursor.is_in_section(text, 0, 16, 26));
  CHECK_FALSE(cursor.is_in_section("<x>no section", 1, 3, 9));
}
