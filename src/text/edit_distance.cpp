#include "hrefkit/text/edit_distance.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace hrefkit::text {

namespace {

constexpr std::size_t max_word = 255;
using Row = std::array<std::uint16_t, max_word + 1>;

/// True when more than `limit` bytes of `b` do not occur in `a`, which is not longer: each needs an
/// edit.
bool holds_other_bytes(std::string_view a, std::string_view b, std::size_t limit) {
  std::array<std::int16_t, 256> left{};
  for (const char c : a) ++left[static_cast<unsigned char>(c)];
  std::size_t others = 0;
  for (const char c : b) others += left[static_cast<unsigned char>(c)]-- <= 0 ? 1 : 0;
  return others > limit;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  const std::size_t far = limit + 1;
  if (b.size() - a.size() > limit || b.size() > max_word) return far;
  if (holds_other_bytes(a, b, limit)) return far;  // FAST: most names end here
  std::array<Row, 3> rows;                         // of the last two bytes of `b`, and of this one
  for (std::size_t i = 0; i <= a.size(); ++i) rows[0][i] = static_cast<std::uint16_t>(i);
  for (std::size_t j = 1; j <= b.size(); ++j) {
    Row& row = rows[j % 3];
    Row const& before = rows[(j + 2) % 3];
    Row const& before_that = rows[(j + 1) % 3];
    // FAST: only cells within `limit` of the diagonal can be near enough.
    const std::size_t first = j > limit ? j - limit : 1;
    const std::size_t last = std::min(a.size(), j + limit);
    std::size_t least = first == 1 ? j : far;
    row[first - 1] = static_cast<std::uint16_t>(least);
    row[std::min(last + 1, max_word)] = static_cast<std::uint16_t>(far);
    for (std::size_t i = first; i <= last; ++i) {
      const bool same = a[i - 1] == b[j - 1];
      std::size_t cost = std::min<std::size_t>(before[i - 1] + (same ? 0U : 1U),
                                               std::min(before[i], row[i - 1]) + 1U);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost = std::min<std::size_t>(cost, before_that[i - 2] + 1U);
      }
      row[i] = static_cast<std::uint16_t>(cost);
      least = std::min(least, cost);
    }
    if (least > limit) return far;
  }
  return std::min<std::size_t>(rows[b.size() % 3][a.size()], far);
}

}  // namespace hrefkit::text
