#include "hrefkit/url/host/punycode.h"

#include <catch2/catch.hpp>
#include <random>

namespace hrefkit::url {

namespace {

struct Sample {
  std::u32string_view label;
  std::string_view encoded;
};

// RFC 3492 section 7.1, without its mixed-case annotation.
constexpr Sample samples[]{
    {U"\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628"
     U"\u064A\u061F",
     "egbpdaj6bu4bxfgehfvwxn"},
    {U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},
    {U"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", "Proprostnemluvesky-uyb24dma41a"},
    {U"\u306A\u305C\u307F\u3093\u306A\u65E5\u672C\u8A9E\u3092\u8A71\u3057\u3066\u304F\u308C\u306A"
     U"\u3044\u306E\u304B",
     "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"},
    {U"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", "3B-ww4c5e180e575a65lsy2b"},
    {U"Maji\u3067Koi\u3059\u308B5\u79D2\u524D", "MajiKoi5-783gue6qz075azm5e"},
    {U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
    {U"-> $1.00 <-", "-> $1.00 <--"},
    {U"\u00FC", "tda"},
    {U"b\u00FCcher", "bcher-kva"},
    {U"\U0001F4A9", "ls8h"},
    {U"\u00FC\u00FC\u00FCa\u00FC", "a-dhaaab"},
    {std::u32string_view(U"\u00FC\0", 2), std::string_view("\0-dha", 5)},
    {U"", ""},
};

}  // namespace

TEST_CASE("Punycode encodes and decodes the samples of RFC 3492") {
  for (Sample const& sample : samples) {
    INFO(sample.encoded);
    CHECK(punycode_encode(sample.label) == sample.encoded);
    CHECK(punycode_decode(sample.encoded) == std::u32string(sample.label));
  }
}

TEST_CASE("Punycode decoding reads digits in both cases") {
  CHECK(punycode_decode("TDA") == U"\u00FC");
  CHECK(punycode_decode("LS8H") == U"\U0001F4A9");
}

TEST_CASE("Punycode decoding refuses text that is not Punycode") {
  CHECK_FALSE(punycode_decode("-"));
  CHECK_FALSE(punycode_decode("a-?"));
  CHECK_FALSE(punycode_decode("99999999"));
  CHECK_FALSE(punycode_decode("z"));     // ends inside of a number
  CHECK_FALSE(punycode_decode("-tda"));  // a delimiter at the start is a bad digit
  CHECK_FALSE(punycode_decode("t d"));
  CHECK_FALSE(punycode_decode("ib9b"));  // U+D800
}

TEST_CASE("decoding undoes encoding") {
  std::mt19937 random(3492);
  for (int i = 0; i < 20'000; ++i) {
    std::u32string label;
    for (auto length = random() % 12; length > 0; --length) {
      const char32_t any = static_cast<char32_t>(random() % 0x110000);
      const char32_t near = static_cast<char32_t>(0xE0 + random() % 8);
      const char32_t ascii = static_cast<char32_t>('a' + random() % 26);
      const auto which = random() % 3;
      label += which == 0 ? any : which == 1 ? near : ascii;
      if (label.back() >= 0xD800 && label.back() <= 0xDFFF) label.back() = U'x';
    }
    CHECK(punycode_decode(punycode_encode(label)) == label);
  }
}

TEST_CASE("long labels take no quadratic time") {
  std::u32string label;
  for (char32_t i = 0; i < 200'000; ++i) label += 0x4E00 + i * 7919 % 20'000;
  const std::string encoded = punycode_encode(label);
  CHECK(punycode_decode(encoded) == label);
}

}  // namespace hrefkit::url
