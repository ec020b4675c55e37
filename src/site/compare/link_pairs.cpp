#include "hrefkit/site/compare/link_pairs.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hrefkit::site {

namespace {

/// The maximum number of steps to pair that many links of two pages; beyond, they are paired in
/// order.
constexpr std::size_t max_cells(std::size_t links) {
  return (std::size_t{1} << 18) + 64 * links;
}

LinkPair pair_of(std::size_t old_link, std::size_t new_link) {
  return {.old_link = static_cast<std::uint32_t>(old_link),
          .new_link = static_cast<std::uint32_t>(new_link)};
}

/// The pairs of a longest common subsequence of two ranges, in order. If that takes too many steps,
/// each item is paired with the next equal one nearby.
template <typename IsSame>
std::vector<LinkPair> common_sequence(std::size_t old_size, std::size_t new_size, IsSame is_same) {
  std::vector<LinkPair> pairs;
  pairs.reserve(std::min(old_size, new_size) + 1);
  const auto add = [&](std::size_t i, std::size_t j) { pairs.push_back(pair_of(i, j)); };
  std::size_t begin = 0;
  while (begin < old_size && begin < new_size && is_same(begin, begin)) {
    add(begin, begin);
    ++begin;
  }
  std::size_t tail = 0;
  while (begin + tail < old_size && begin + tail < new_size &&
         is_same(old_size - 1 - tail, new_size - 1 - tail)) {
    ++tail;
  }
  const std::size_t rows = old_size - begin - tail;
  const std::size_t columns = new_size - begin - tail;
  if (rows != 0 && columns != 0 && rows < max_cells(rows + columns) / columns) {
    // From (i, j), a longest sequence goes on at (i + 1, j) if the bit is set, else at (i, j + 1).
    // Only one row of lengths is kept.
    std::vector<bool> goes_down(rows * columns);
    std::vector<std::uint32_t> lengths(columns + 1, 0);
    for (std::size_t i = rows; i-- > 0;) {
      std::uint32_t diagonal = 0;  // of (i + 1, j + 1)
      for (std::size_t j = columns; j-- > 0;) {
        const std::uint32_t below = lengths[j];
        goes_down[i * columns + j] = below >= lengths[j + 1];
        lengths[j] = is_same(begin + i, begin + j) ? diagonal + 1 : std::max(below, lengths[j + 1]);
        diagonal = below;
      }
    }
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (is_same(begin + i, begin + j)) {
        add(begin + i++, begin + j++);
      } else if (goes_down[i * columns + j]) {
        ++i;
      } else {
        ++j;
      }
    }
  } else {
    constexpr std::size_t reach = 64;
    for (std::size_t i = 0, j = 0; i < rows && j < columns; ++i) {
      const std::size_t end = std::min(columns, j + reach);
      std::size_t found = j;
      while (found < end && !is_same(begin + i, begin + found)) ++found;
      if (found == end) continue;
      add(begin + i, begin + found);
      j = found + 1;
    }
  }
  for (; tail > 0; --tail) add(old_size - tail, new_size - tail);
  return pairs;
}

/// Appends the rows of the links between two pairs.
void add_gap(PageHashes const& before, PageHashes const& after, LinkPair begin, LinkPair end,
             std::deque<LinkPair>& rows) {
  const std::size_t old_size = end.old_link - begin.old_link;
  const std::size_t new_size = end.new_link - begin.new_link;
  auto pairs = common_sequence(old_size, new_size, [&](std::size_t i, std::size_t j) {
    return before[begin.old_link + i].shape == after[begin.new_link + j].shape;
  });
  pairs.push_back(pair_of(old_size, new_size));
  LinkPair at = begin;
  for (auto const& [i, j, is_kept] : pairs) {
    while (at.old_link < begin.old_link + i) rows.push_back({.old_link = at.old_link++});
    while (at.new_link < begin.new_link + j) rows.push_back({.new_link = at.new_link++});
    if (at.old_link == end.old_link || at.new_link == end.new_link) continue;
    rows.push_back(pair_of(at.old_link++, at.new_link++));
  }
}

}  // namespace

std::deque<LinkPair> changed_links(PageHashes const& before, PageHashes const& after) {
  auto pairs = common_sequence(before.size(), after.size(), [&](std::size_t i, std::size_t j) {
    return before[i].target == after[j].target || before[i].alternate == after[j].target ||
           // What does not resolve stays as it is: it may resolve at the new address.
           (!before[i].resolves && before[i].target == after[j].alternate);
  });
  pairs.push_back(pair_of(before.size(), after.size()));
  std::deque<LinkPair> rows;
  LinkPair begin = pair_of(0, 0);
  for (LinkPair pair : pairs) {
    auto const [i, j, is_kept] = pair;
    add_gap(before, after, begin, pair, rows);
    begin = pair_of(i + 1, j + 1);
    if (i == before.size() || !before[i].is_kept || before[i].target != after[j].target) continue;
    pair.is_kept = true;
    rows.push_back(pair);
  }
  return rows;
}

}  // namespace hrefkit::site
