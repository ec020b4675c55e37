#include "hrefkit/cli/options/suggestion.h"

#include <cstddef>

#include "hrefkit/text/edit_distance.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t longest_word = 64;  // nobody mistypes longer ones

}  // namespace

std::string closest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > longest_word) return {};
  std::string best;
  std::size_t limit = word.size() / 3;
  for (std::string const& candidate : known) {
    const std::size_t changes = text::edit_distance(word, candidate, limit);
    if (changes > limit) continue;
    best = candidate;
    if (changes == 0) break;
    limit = changes - 1;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<std::string const> known) {
  const std::string meant = closest(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

}  // namespace hrefkit::cli
