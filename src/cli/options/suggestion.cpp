#include "hrefkit/cli/options/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace hrefkit::cli {

namespace {

constexpr std::size_t longest_word = 64;  // nobody mistypes longer ones; keeps the time short

/// Levenshtein's distance in bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string closest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > longest_word) return {};
  std::string best;
  std::size_t least = word.size() / 3 + 1;
  for (std::string const& candidate : known) {
    const std::size_t changes = distance(word, candidate);
    if (changes < least) {
      least = changes;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<std::string const> known) {
  const std::string meant = closest(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

}  // namespace hrefkit::cli
