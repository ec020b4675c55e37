#include "hrefkit/text/toml_keys.h"

#include <algorithm>

namespace hrefkit::text {

namespace {

// Dots outside of strings and comments separate the parts of a key. A key ends at a character that
// is neither part of a bare key nor allowed between the parts of a key. Numbers have dots, too, but
// no more than one.

/// The end of the string that begins at `begin` with a quote: behind its last quote. One that is
/// not closed ends with its line, or with the file where its quotes are three.
std::size_t end_of_string(std::string_view toml, std::size_t begin) {
  const char quote = toml[begin];
  const std::string_view three = quote == '"' ? R"(""")" : "'''";
  const bool is_long = toml.substr(begin).starts_with(three);
  const std::string_view end = is_long ? three : three.substr(0, 1);
  for (std::size_t at = begin + end.size(); at < toml.size(); ++at) {
    if (toml.substr(at).starts_with(end)) return at + end.size();
    if (toml[at] == '\n' && !is_long) return at;
    if (toml[at] == '\\' && quote == '"') ++at;  // the next character is escaped
  }
  return toml.size();
}

}  // namespace

std::optional<std::size_t> line_of_long_key(std::string_view toml) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < toml.size();) {
    const char byte = toml[at];
    if (byte == '"' || byte == '\'') {
      at = end_of_string(toml, at);
      continue;
    }
    if (byte == '#') {
      at = std::min(toml.find('\n', at), toml.size());
      continue;
    }
    if (std::string_view("=,[]{}\n").find(byte) != std::string_view::npos) dots = 0;
    if (byte == '.' && ++dots == max_key_parts) {
      const std::string_view before = toml.substr(0, at);
      return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    }
    ++at;
  }
  return std::nullopt;
}

}  // namespace hrefkit::text
