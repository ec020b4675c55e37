#include "hrefkit/cli/options/web_hint.h"

#include "hrefkit/text/ascii.h"

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

}  // namespace hrefkit::cli
