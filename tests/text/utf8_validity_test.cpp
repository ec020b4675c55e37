// The vector path, the portable path and the decoder agree on what is UTF-8.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "hrefkit/text/utf8.h"
#include "support/exact_copy.h"

using namespace hrefkit::text;

namespace {

std::size_t by_the_decoder(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Step step = decode_utf8(text, i);
    if (!step.valid) return i;
    i += step.length;
  }
  return text.size();
}

/// Compares on a copy of exactly the text's size, so that a read past it shows.
void check_paths(std::string const& text) {
  const hrefkit::test::ExactCopy copy(text);
  const std::size_t expected = by_the_decoder(copy.text());
  CAPTURE(text);
  if (find_invalid_utf8_portable(copy.text()) != expected) {
    CHECK(find_invalid_utf8_portable(copy.text()) == expected);
  }
  if (find_invalid_utf8(copy.text()) != expected) {
    CHECK(find_invalid_utf8(copy.text()) == expected);
  }
}

/// Puts `piece` at every place around the edges of the vector path's blocks.
void check_at_edges(std::string_view piece) {
  constexpr std::size_t places[] = {0,  1,  13, 14, 15, 16, 17, 29, 30,  31,  32,  33,
                                    47, 60, 61, 62, 63, 64, 65, 93, 125, 126, 127, 128};
  for (const std::size_t at : places) {
    std::string text(at, 'x');
    text += piece;
    check_paths(text);
    check_paths(text + std::string(70, 'y'));
  }
}

}  // namespace

TEST_CASE("all pairs of bytes behind lead bytes, in the middle of a block") {
  for (unsigned lead = 0x80; lead < 0x100; ++lead) {
    for (unsigned second = 0x70; second < 0x100; ++second) {
      for (std::string_view end :
           {"", "\x80", "\x80\x80", "\xBF\xBF", "\x80\x80\x80", "\xC3\xA9"}) {
        std::string text(40, 'x');
        text += static_cast<char>(lead);
        text += static_cast<char>(second);
        text += end;
        text.resize(128, 'y');
        check_paths(text);
      }
    }
  }
}

TEST_CASE("characters and faults at the edges of blocks") {
  for (std::string_view piece :
       {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xC3", "\xE2\x82", "\xE2", "\xF0\x9F\x98",
        "\xF0\x9F", "\xF0", "\x80", "\xF0\x9F\x98\x80\x80", "\xED\xA0\x80", "\xE0\x9F\x80",
        "\xF4\x90\x80\x80", "\xF0\x8F\x80\x80", "\xC0\x80", "\xC1\xBF", "\xF5\x80\x80\x80",
        "\xFF"}) {
    check_at_edges(piece);
  }
}

TEST_CASE("random mixtures") {
  std::mt19937 random(7);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    const std::size_t size = random() % 300;
    while (text.size() < size) {
      const auto choice = random() % 400;
      if (choice == 0) {
        text += static_cast<char>(random());
      } else if (choice < 100) {
        text.append(random() % 50, 'a');
      } else {
        append_utf8(text, static_cast<char32_t>(random() >> (11 + random() % 21)));
      }
    }
    check_paths(text);
  }
}

TEST_CASE("code points are the bytes that do not continue one") {
  std::mt19937 random(11);
  for (std::size_t size = 0; size < 5000; size = size * 5 / 4 + 1) {
    std::string text;
    std::size_t count = 0;
    for (; text.size() < size; ++count) {
      append_utf8(text, static_cast<char32_t>(random() >> (11 + random() % 21)));
    }
    CHECK(count_code_points(text) == count);
  }
}
