#include "hrefkit/cli/options/suggestion.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/edit_distance.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view safe_in_a_shell =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/@%+,=";

std::string shell_word(std::string_view text) {
  if (text.find_first_not_of(safe_in_a_shell) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace

bool is_web_url(std::string_view word) {
  const std::string start = text::to_ascii_lower(word.substr(0, 8));
  return start.starts_with("http://") || start.starts_with("https://");
}

std::string fetch_command(std::string_view url) {
  const std::string word = shell_word(url);
  return "curl -s " + word + " | hrefkit resolve --url " + word + " -";
}

namespace {

constexpr std::size_t max_word = 64;  // nobody mistypes longer ones

}  // namespace

std::string closest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > max_word) return {};
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
