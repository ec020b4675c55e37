#include "hrefkit/site/check/finding_text.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

std::string of_missing(std::string_view raw, std::string_view element = "a",
                       PathSuggestion const* path = nullptr) {
  return sentence({.rule = Rule::missing_file,
                   .raw = raw,
                   .target = "x",
                   .element = element,
                   .attribute = "href",
                   .path = path});
}

}  // namespace

TEST_CASE("the sentence of a missing file says which scheme was forgotten") {
  const std::string web = "x does not exist; the URL of another site begins with https://";
  CHECK(of_missing("www.h.example") == web);
  CHECK(of_missing(" WWW.h.example/a@b.html") == web);
  CHECK(of_missing("www.h.example/logo.png", "img") == web);
  const std::string mail = "x does not exist; a link to a mail address begins with mailto:";
  CHECK(of_missing("me@h.example") == mail);
  CHECK(of_missing("me.too@h.example?subject=x", "area") == mail);
}

TEST_CASE("the sentence of a missing file says no more where the name may be one of a file") {
  const std::string plain = "x does not exist";
  for (std::string const raw :
       {"www", "www.html", "a/www.h.example", "wwww.h.example", "@h.example", "me@h", "me@2x.png",
        "a/me@h.example", "me@h.example/a", "me@.h", "a.html?me@h.example", "me@h.", "", "www."}) {
    INFO(raw);
    CHECK(of_missing(raw) == plain);
  }
  CHECK(of_missing("me@h.example", "img") == plain);
  const PathSuggestion path{"y", Nearness::spelling};
  CHECK(of_missing("www.h.example", "a", &path) == "x does not exist; did you mean y?");
}

TEST_CASE("rows of findings keep all their texts") {
  PageRows rows;
  for (const std::string prefix : {"a", "other "}) {
    std::string texts[12];
    for (std::size_t i = 0; i < std::size(texts); ++i) texts[i] = prefix + std::to_string(i);
    Finding finding;
    finding.file = texts[0];
    finding.element = texts[1];
    finding.attribute = texts[2];
    finding.raw = texts[3];
    if (prefix == "a") finding.url = texts[4];
    finding.base = texts[5];
    finding.base_source = texts[6];
    finding.target = texts[7];
    if (prefix != "a") finding.suggestion = texts[8];
    finding.message = texts[9];
    finding.context = texts[10];
    finding.source_line = texts[11];
    finding.line = rows.size() + 7;
    rows.add(finding);
    for (std::string& text : texts) text.assign(text.size(), '#');
  }
  REQUIRE(rows.size() == 2);
  const Finding first = rows.at(0);
  CHECK(first.file == "a0");
  CHECK(first.url == "a4");
  CHECK(first.base == "a5");
  CHECK(first.target == "a7");
  CHECK_FALSE(first.suggestion);
  CHECK(first.message == "a9");
  CHECK(first.line == 7);
  const Finding second = rows.at(1);
  CHECK(second.file == "other 0");
  CHECK(second.element == "other 1");
  CHECK(second.attribute == "other 2");
  CHECK(second.raw == "other 3");
  CHECK_FALSE(second.url);
  CHECK(second.base_source == "other 6");
  CHECK(second.suggestion == "other 8");
  CHECK(second.context == "other 10");
  CHECK(second.source_line == "other 11");
  CHECK(second.line == 8);
}

}  // namespace hrefkit::site
