// All forms of lanes that this machine has do what the functions of lanes.h say, byte by byte.
#include "hrefkit/text/lanes.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/exact_copy.h"

namespace hrefkit::text {

namespace {

constexpr std::size_t width = 16;

/// One bit a byte, whatever form the lanes have.
template <class L>
unsigned one_bit_a_byte(typename L::Bits bits) {
  unsigned mask = 0;
  for (std::size_t i = 0; i < width; ++i) {
    const auto of_byte = bits >> i * L::bits_per_byte & ((1U << L::bits_per_byte) - 1);
    if (of_byte == 0) continue;
    CHECK(of_byte == (1U << L::bits_per_byte) - 1);
    mask |= 1U << i;
  }
  return mask;
}

template <class Is>
unsigned mask_of(std::string_view bytes, Is is) {
  unsigned mask = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    mask |= unsigned{is(static_cast<unsigned char>(bytes[i]))} << i;
  }
  return mask;
}

/// Sixteen bytes of which many are near `edge`, where comparisons could spill over to a neighbour.
std::string random_bytes(std::mt19937& random, unsigned char edge) {
  std::string bytes(width, '\0');
  for (char& byte : bytes) {
    const auto number = static_cast<unsigned>(random());
    byte = static_cast<char>(number % 3 == 0 ? number >> 8 : edge + (number >> 8) % 3 - 1);
  }
  return bytes;
}

template <class L>
void check_marks(typename L::Marks marks, unsigned expected) {
  if (one_bit_a_byte<L>(marks.bits()) != expected) {
    CHECK(one_bit_a_byte<L>(marks.bits()) == expected);
  }
  CHECK(marks.any() == (expected != 0));
  const auto first = static_cast<std::size_t>(std::countr_zero(expected | 1U << width));
  CHECK(marks.first_or_width() == first);
  if (expected == 0) return;
  CHECK(marks.first() == first);
  CHECK(first_byte<L>(marks.bits()) == first);
  const unsigned before = one_bit_a_byte<L>(bits_before(marks.bits()) & L::all_bits);
  CHECK(before == (1U << first) - 1);
}

template <class L>
void check_comparisons() {
  using Byte = unsigned char;
  std::mt19937 random(3);
  for (int edge = 0; edge < 256; ++edge) {
    const auto c = static_cast<Byte>(edge);
    for (int round = 0; round < 20; ++round) {
      const test::ExactCopy copy(random_bytes(random, c));
      const L lanes(copy.begin());
      const auto check = [&](typename L::Marks marks, auto is) {
        check_marks<L>(marks, mask_of(copy.text(), is));
      };
      const char sign = static_cast<char>(c);
      check(lanes.equal(sign), [&](Byte b) { return b == c; });
      check((lanes | sign).equal(sign), [&](Byte b) { return (b | c) == c; });
      check(lanes.high(), [](Byte b) { return b >= 0x80; });
      check(lanes.begin_characters(), [](Byte b) { return b < 0x80 || b >= 0xC0; });
      if (c >= 0x80) continue;
      check(lanes.up_to(sign), [&](Byte b) { return b <= c; });
      check(lanes.below_or_high(sign), [&](Byte b) { return b < c || b >= 0x80; });
      for (const Byte last : {c, static_cast<Byte>(c + (0x7F - c) / 2), Byte{0x7F}}) {
        check(lanes.between(sign, static_cast<char>(last)),
              [&](Byte b) { return b >= c && b <= last; });
      }
    }
  }
}

template <class L>
void check_combinations() {
  std::mt19937 random(4);
  for (int round = 0; round < 3000; ++round) {
    const std::string a = random_bytes(random, 'a');
    const std::string b = random_bytes(random, 'b');
    const auto is_a = [](unsigned char c) { return c == 'a'; };
    const auto is_b = [](unsigned char c) { return c == 'b'; };
    const auto of_a = L(a.data()).equal('a');
    const auto of_b = L(b.data()).equal('b');
    check_marks<L>(of_a | of_b, mask_of(a, is_a) | mask_of(b, is_b));
    check_marks<L>(of_a & of_b, mask_of(a, is_a) & mask_of(b, is_b));
    check_marks<L>(typename L::Marks(), 0);
    std::array<char, width> united{};
    (L(a.data()) | L(b.data())).store(united.data());
    for (std::size_t i = 0; i < width; ++i) CHECK(united[i] == static_cast<char>(a[i] | b[i]));
  }
}

template <class L>
void check_sixty_four() {
  std::mt19937 random(5);
  for (int round = 0; round < 1000; ++round) {
    std::string bytes;
    std::uint64_t expected = 0;
    for (int i = 0; i < 64; ++i) {
      bytes += random() % 4 == 0 ? '<' : '=';
      expected |= std::uint64_t{bytes.back() == '<'} << i;
    }
    const auto marks = [&](std::size_t at) { return L(bytes.data() + at).equal('<'); };
    CHECK(L::Marks::bits_of_64(marks(0), marks(16), marks(32), marks(48)) == expected);
  }
}

template <class L>
void check_tally() {
  std::mt19937 random(6);
  for (std::size_t additions = 0; additions <= L::Tally::max_additions; ++additions) {
    typename L::Tally some;
    typename L::Tally all;
    std::size_t count = 0;
    for (std::size_t i = 0; i < additions; ++i) {
      const std::string bytes = random_bytes(random, 'a');
      some.add(L(bytes.data()).equal('a'));
      all.add(L::Marks::last(width));
      count += static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), 'a'));
    }
    CHECK(some.sum() == count);
    CHECK(all.sum() == width * additions);
  }
}

template <class L>
void check_short_loads() {
  const std::string text =
      "\x80"
      "bcdefghijklmn\xFF"
      "p";
  std::array<char, width> loaded{};
  for (std::size_t size = 0; size <= width; ++size) {
    const test::ExactCopy copy(text.substr(0, size));
    if (size < width) {
      first_bytes<L>(copy.begin(), size).store(loaded.data());
      std::string expected = text.substr(0, size);
      expected.resize(width, '\0');
      CHECK(std::string_view(loaded.data(), width) == expected);
    }
    if (size < 4) continue;
    both_ends<L>(copy.text()).store(loaded.data());
    std::string ends =
        text.substr(0, end_size(size)) + text.substr(size - end_size(size), end_size(size));
    if (ends.size() < width) ends += ends;
    CHECK(std::string_view(loaded.data(), width) == ends);
  }
}

template <class L>
void check_last() {
  for (std::size_t count = 1; count <= width; ++count) {
    check_marks<L>(L::Marks::last(count), (0xFFFFU << (width - count)) & 0xFFFF);
  }
}

}  // namespace

TEST_CASE("marks are those of the bytes that a comparison is named after") {
  check_comparisons<PortableLanes>();
  check_comparisons<Lanes>();
}

TEST_CASE("marks and lanes are combined byte by byte") {
  check_combinations<PortableLanes>();
  check_combinations<Lanes>();
  check_sixty_four<PortableLanes>();
  check_sixty_four<Lanes>();
}

TEST_CASE("marks are counted, as many as a tally can take") {
  check_tally<PortableLanes>();
  check_tally<Lanes>();
}

TEST_CASE("less than sixteen bytes are loaded without a look behind them") {
  check_short_loads<PortableLanes>();
  check_short_loads<Lanes>();
  check_last<PortableLanes>();
  check_last<Lanes>();
}

}  // namespace hrefkit::text
