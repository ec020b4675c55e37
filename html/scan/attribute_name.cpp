#include "hrefkit/html/scan/attribute_name.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html::scan {

namespace {

static_assert(std::is_sorted(attribute_names.begin(), attribute_names.end()));
static_assert(attribute_name_count == static_cast<std::size_t>(AttributeName::other));

/// Tells the names apart.
constexpr std::size_t slot(std::string_view name) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]) | 0x20U; };
  return (name.size() + byte(0) + byte(name.size() - 1) * 7 + byte(name.size() / 2) * 3) & 255;
}

constexpr std::array<std::uint8_t, 256> make_slots() {
  std::array<std::uint8_t, 256> slots{};
  for (std::size_t i = 0; i < attribute_names.size(); ++i) {
    slots[slot(attribute_names[i])] = static_cast<std::uint8_t>(i + 1);
  }
  return slots;
}

constexpr auto slots = make_slots();
static_assert(std::count_if(slots.begin(), slots.end(), [](auto s) { return s != 0; }) ==
                  attribute_name_count,
              "two names share a slot");

}  // namespace

AttributeName attribute_name(std::string_view written) {
  if (written.empty()) return AttributeName::other;
  const std::size_t index = slots[slot(written)];
  if (index == 0 || !text::equals_ignoring_ascii_case(written, attribute_names[index - 1])) {
    return AttributeName::other;
  }
  return static_cast<AttributeName>(index - 1);
}

}  // namespace hrefkit::html::scan
