#include "hrefkit/url/url_offsets.h"

#include <catch2/catch.hpp>
#include <random>

#include "hrefkit/url/url.h"
#include "url/pieces.h"

namespace hrefkit::url {

namespace {

/// The pieces of a URL with "|" at each offset.
std::string marked(std::string_view url) {
  const UrlOffsets at = find_offsets(url);
  std::string out;
  std::size_t begin = 0;
  for (std::size_t end : {at.scheme_end, at.username_end, at.host_begin, at.host_end, at.path_begin,
                          at.query_begin, at.fragment_begin}) {
    out += url.substr(begin, end - begin);
    out += '|';
    begin = end;
  }
  return out += url.substr(begin);
}

}  // namespace

TEST_CASE("an origin is scheme, host and port") {
  CHECK(have_same_origin("http://u@h:81/a", "http://h:81/?b"));
  CHECK(have_same_origin("file:///a", "file:///b"));
  CHECK_FALSE(have_same_origin("http://h/", "https://h/"));
  CHECK_FALSE(have_same_origin("http://h/", "http://h:81/"));
  CHECK_FALSE(have_same_origin("http://h/", "http://other/"));
  CHECK_FALSE(have_same_origin("mailto:a", "mailto:a"));
}

TEST_CASE("offsets of serialised URLs") {
  CHECK(marked("http://u:p@h:81/a?b#c") == "http|://u|:p@|h|:81|/a|?b|#c");
  CHECK(marked("http://u@h/") == "http|://u|@|h||/||");
  CHECK(marked("http://h?b") == "http|://||h|||?b|");
  CHECK(marked("http://@h:#c") == "http|://|@|h|:|||#c");
  CHECK(marked("mailto:a@b?c") == "mailto|:||||a@b|?c|");
  CHECK(marked("x:///p") == "x|://||||/p||");
  CHECK(marked("http://[::1]:81/") == "http|://||[::1]|:81|/||");
  CHECK(marked("x://[v42.3]:2323]:23:2323]:2323") == "x|://||[v42.3]:2323]:23:2323]|:2323|||");
  CHECK(marked("http://]@h:1/") == "http|://]|@|h|:1|/||");
}

TEST_CASE("offsets of other strings lie within them") {
  for (std::string_view text : {"", "x", "//h", ":", "?", "#", "a/b:c"}) {
    CAPTURE(text);
    const UrlOffsets at = find_offsets(text);
    CHECK(at.fragment_begin <= text.size());
    CHECK(at.query_begin <= at.fragment_begin);
    CHECK(at.path_begin <= at.query_begin);
  }
}

TEST_CASE("the offsets of a parsed URL are those of its serialisation") {
  std::mt19937 random(9);
  int compared = 0;
  for (int i = 0; i < 50'000; ++i) {
    const auto url = Url::parse(test::random_pieces(random, 8));
    // A "/." before the path is no part of it; the components of RFC 3986 do not know that.
    if (!url || (!url->has_host() && url->pathname().starts_with("//"))) continue;
    INFO(url->href());
    REQUIRE(find_offsets(url->href()) == url->offsets());
    ++compared;
  }
  CHECK(compared > 3'000);
}

}  // namespace hrefkit::url
