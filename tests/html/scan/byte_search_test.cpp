#include "hrefkit/html/scan/tag_scanner.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "support/exact_copy.h"

using namespace hrefkit;
using namespace hrefkit::html::scan;

namespace {

/// Goes through a text in steps as a scanner does: each search begins behind what was found.
template <class Lanes>
void search_in_steps(test::ExactCopy const& text, std::mt19937& random, std::size_t max_step) {
  LessThanSearch<Lanes> search(text.begin(), text.end());
  char const* at = text.begin();
  while (true) {
    char const* expected = at;
    while (expected < text.end() && *expected != '<') ++expected;
    char const* const found = search.find(at);
    REQUIRE(found - text.begin() == expected - text.begin());
    if (found == text.end()) return;
    const auto rest = static_cast<std::size_t>(text.end() - found);
    at = found + 1 + random() % std::min(rest, max_step);
  }
}

}  // namespace

TEST_CASE("each < is found, wherever the search before ended") {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 400, 'x');
    const std::size_t gap = 1 + random() % 90;
    for (char& c : text) {
      if (random() % gap == 0) c = '<';
    }
    CAPTURE(text);
    const test::ExactCopy exact(text);
    for (const std::size_t max_step : {std::size_t{1}, std::size_t{20}, std::size_t{300}}) {
      search_in_steps<text::Lanes>(exact, random, max_step);
      search_in_steps<text::PortableLanes>(exact, random, max_step);
    }
  }
}

namespace {

template <class Lanes>
void check_value_ends(std::string const& text, std::size_t quote, std::size_t coded_at) {
  const test::ExactCopy exact(text);
  bool coded = false;
  char const* const end = find_value_end<Lanes>(exact.begin(), exact.end(), '"', coded);
  CHECK(static_cast<std::size_t>(end - exact.begin()) == quote);
  CHECK(coded == (coded_at < quote));
}

/// What may end names, and what is coded, as the masks have it for sixteen bytes from `first` on.
template <class Lanes>
void check_masks(int first) {
  std::string bytes;
  for (int i = 0; i < 16; ++i) bytes += static_cast<char>(first + i);
  const Lanes lanes(bytes.data());
  for (std::size_t i = 0; i < 16; ++i) {
    const char c = bytes[i];
    CAPTURE(static_cast<int>(static_cast<unsigned char>(c)));
    const auto has = [&](typename Lanes::Marks marks) {
      return (marks.bits() >> i * Lanes::bits_per_byte & 1) != 0;
    };
    const bool may_end = first + static_cast<int>(i) <= ' ' ||
                         std::string_view("./>?").find(c) != std::string_view::npos;
    CHECK(has(may_end_name(lanes)) == may_end);
    CHECK(has(may_end_attribute(lanes)) == (may_end || c == '='));
    if (html::tag_syntax::tag_name_end.contains(c)) CHECK(may_end);
    CHECK(has(html::coded_bytes(lanes)) == (c == '&' || c == '\r' || c == '\0'));
  }
}

}  // namespace

TEST_CASE("masks have the bytes that they are named after") {
  for (int first = 0; first < 256; first += 16) {
    check_masks<text::PortableLanes>(first);
    check_masks<text::Lanes>(first);
  }
}

TEST_CASE("the end of a value is found, and whether it needs decoding") {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t quote = 0; quote <= size; ++quote) {
      for (std::size_t coded_at = 0; coded_at <= size; ++coded_at) {
        std::string text(size, 'x');
        if (coded_at < size) text[coded_at] = '&';
        if (quote < size) text[quote] = '"';
        check_value_ends<text::PortableLanes>(text, quote, coded_at);
        check_value_ends<text::Lanes>(text, quote, coded_at);
      }
    }
  }
}
