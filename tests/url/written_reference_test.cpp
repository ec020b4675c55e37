#include "hrefkit/url/written_reference.h"

#include <catch2/catch.hpp>

using namespace hrefkit::url;

TEST_CASE("a fragment alone may have around it what the parser strips") {
  for (char const* reference : {"", "#", "#f", "##", "#a/b?c", " \t", "\n#f", "\x01 #f \x1F"}) {
    CAPTURE(reference);
    CHECK(is_fragment_only(reference));
  }
  for (char const* reference : {"?q#f", "a#f", "/#f", ".", "\xC2\xA0#f", "\x7F#f"}) {
    CAPTURE(reference);
    CHECK_FALSE(is_fragment_only(reference));
  }
}

TEST_CASE("the query ends where the fragment begins, and an empty one is not an absent one") {
  struct Row {
    std::string_view url;
    std::string_view without_query;
    std::optional<std::string_view> query;
    std::optional<std::string_view> fragment;
  };
  constexpr auto none = std::nullopt;
  for (Row const& row : {
           Row{"", "", none, none},
           Row{"a", "a", none, none},
           Row{"a?", "a", "", none},
           Row{"a#", "a", none, ""},
           Row{"a?#", "a", "", ""},
           Row{"a?b?c#d#e", "a", "b?c", "d#e"},
           Row{"a#b?c", "a", none, "b?c"},
           Row{"?#", "", "", ""},
       }) {
    CAPTURE(row.url);
    CHECK(without_query(row.url) == row.without_query);
    CHECK(query_of(row.url) == row.query);
    CHECK(fragment_of(row.url) == row.fragment);
    const std::size_t tail = row.fragment ? row.fragment->size() + 1 : 0;
    CHECK(without_fragment(row.url) == row.url.substr(0, row.url.size() - tail));
    CHECK(with_fragment_of(row.url, "x?y#z") ==
          "x?y" + std::string(row.url).substr(row.url.size() - tail));
  }
}
