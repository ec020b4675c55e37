#include "hrefkit/site/check/finding_text.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

/// The excerpt around the first "HERE", with brackets around it.
std::string shown(std::string const& text) {
  const auto begin = static_cast<std::uint32_t>(text.find("HERE"));
  const SourceExcerpt excerpt = excerpt_of(text, {begin, begin + 4});
  std::string marked(excerpt.text);
  marked.insert(excerpt.span.end, "]");
  marked.insert(excerpt.span.begin, "[");
  return marked;
}

}  // namespace

TEST_CASE("the line around a place is shown") {
  CHECK(shown("a\n<a href=HERE>x\nb") == "<a href=[HERE]>x");
  CHECK(shown("HERE") == "[HERE]");
  CHECK(shown("a\rHERE\rb") == "[HERE]");
  CHECK(shown("é\r\nöHERE\r\n") == "ö[HERE]");
}

TEST_CASE("a long line is cut between characters") {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "é";
  text += "HERE";
  for (int i = 0; i < 500; ++i) text += "é";
  const std::string cut = shown(text);
  CHECK(cut.size() < 370);
  CHECK(cut.substr(0, 2) == "é");
  CHECK(cut.substr(cut.size() - 2) == "é");
}

TEST_CASE("a place over several lines is cut at the first") {
  const std::string text = "<a href='ab\ncd'>";
  const SourceExcerpt excerpt = excerpt_of(text, {9, 14});
  CHECK(excerpt.text == "<a href='ab");
  CHECK(excerpt.span == text::Span{9, 11});
}

}  // namespace hrefkit::site
