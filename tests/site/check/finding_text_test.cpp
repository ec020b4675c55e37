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

}  // namespace hrefkit::site
