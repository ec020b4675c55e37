// What a page can ask for grows with its size only: counted work, not time.
#include "hrefkit/html/parse/gumbo_guard.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/tree/tag_stream.h"

using namespace hrefkit::html;

namespace {

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

ExcessiveTree excess(std::string const& text) {
  std::string buffer;
  return prepare_for_gumbo(text, false, buffer).excess;
}

TreeWork work(std::string const& text) {
  TagStream stream(text, false);
  while (stream.next()) {
  }
  return stream.state().work();
}

std::string attributes(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += " a" + std::to_string(i);
  return text;
}

}  // namespace

TEST_CASE("attributes of clones are counted, and too many are not made") {
  const std::string few = "<p><b" + attributes(20) + ">";
  CHECK(excess(few + repeated("<p>x", 5'000)) == ExcessiveTree::none);
  std::string many = "<p>";
  for (int i = 0; i < 9; ++i) many += "<b x=" + std::to_string(i) + attributes(990) + ">";
  CHECK(excess(many + repeated("<p>x", 8'000)) == ExcessiveTree::formatting);
}

TEST_CASE("Gumbo sees short attributes only, so that clones cost the same whatever they link to") {
  const std::string text = "<p><a href='data:" + std::string(200'000, 'x') + "'>x<p>y";
  std::string buffer;
  const GumboInput input = prepare_for_gumbo(text, false, buffer);
  REQUIRE(input.excess == ExcessiveTree::none);
  CHECK(input.text.find("data:") == std::string_view::npos);
  const std::string wide = "<div" + attributes(100'000) + "><p" + attributes(100'000) + ">";
  CHECK(prepare_for_gumbo(wide, false, buffer).text.find("a99999") == std::string_view::npos);
}

TEST_CASE("work grows with the text, whatever it asks for") {
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"", "<b><p></b>"},
      {"<b><i><u>", "<p>x"},
      {repeated("<b>", 200) + repeated("<div>", 200), "</b>"},
      {"",
       repeated("<b>", 50) + repeated("<div>", 50) + repeated("</b>", 50) + repeated("</div>", 50)},
      {"<table>", "<a href=x>"},
      {repeated("<span>", 400), "<b><div></b>"},
  };
  for (auto const& [head, piece] : kinds) {
    CAPTURE(head.size(), piece);
    for (const std::size_t count : {20'000u, 40'000u, 80'000u}) {
      const std::size_t pieces = count * 4 / piece.size();
      const TreeWork done = work(head + repeated(piece, pieces));
      CHECK(done.moves <= 1'000'000 + 64 * done.tags);
    }
  }
}

TEST_CASE("there are not many more elements than a text of its size has tags") {
  CHECK(excess(repeated("<p>", 100'000)) == ExcessiveTree::none);
  CHECK(excess(repeated("<p>", 400'000)) == ExcessiveTree::size);
  CHECK(excess(repeated("<p class=x>text, text and text</p>\n", 100'000)) == ExcessiveTree::none);
  CHECK(!message(ExcessiveTree::size).empty());
}
