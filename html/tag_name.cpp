// A perfect hash over the first eight bytes: the multiplier was found by trying random ones, and
// the table is built (and proved free of collisions) at compile time.
#include "hrefkit/html/tag_name.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

static_assert(std::is_sorted(tag_names.begin(), tag_names.end()));

constexpr std::uint64_t multiplier = 0x42DA1744943E0915;
constexpr int slot_bits = 10;

constexpr std::size_t slot(std::uint64_t first_bytes) {
  return static_cast<std::size_t>((first_bytes * multiplier) >> (64 - slot_bits));
}

/// The first eight bytes of a name, the first in the lowest place.
constexpr std::uint64_t pack(std::string_view name) {
  std::uint64_t packed = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(name.size(), 8); ++i) {
    packed |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
  }
  return packed;
}

using Slots = std::array<std::uint8_t, std::size_t{1} << slot_bits>;

constexpr Slots make_slots() {
  Slots slots{};
  for (std::size_t i = 0; i < tag_names.size(); ++i) {
    slots[slot(pack(tag_names[i]))] = static_cast<std::uint8_t>(i + 1);
  }
  return slots;
}

constexpr Slots slots = make_slots();

static_assert(tag_names.size() < 255);
static_assert(std::ranges::count_if(slots, [](auto s) { return s != 0; }) == tag_names.size(),
              "two names share a slot: find another multiplier");

/// ASCII letters in lower case, eight bytes at a time.
constexpr std::uint64_t to_lower(std::uint64_t bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t low_bits = bytes & (ones * 0x7F);
  const std::uint64_t from_a = low_bits + ones * (0x80 - 'A');
  const std::uint64_t past_z = low_bits + ones * (0x80 - 'Z' - 1);
  const std::uint64_t upper = from_a & ~past_z & ~bytes & (ones * 0x80);
  return bytes | (upper >> 2);
}

static_assert(to_lower(pack("AZaz@[`{")) == pack("azaz@[`{"));
static_assert(to_lower(pack("\xC1\xDA")) == pack("\xC1\xDA"));

}  // namespace

TagName tag_name(std::string_view written) {
  const std::uint8_t index = slots[slot(to_lower(pack(written)))];
  if (index == 0) return TagName::unknown;
  const std::string_view name = tag_names[index - 1];
  return text::equals_ignoring_ascii_case(written, name) ? static_cast<TagName>(index)
                                                         : TagName::unknown;
}

}  // namespace hrefkit::html
