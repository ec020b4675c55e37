#include "hrefkit/html/edit/template_code.h"

#include <algorithm>

namespace hrefkit::html {

namespace {

/// True where the two bytes at `at` begin template code; `after` is what follows them.
bool begins_template(char first, char second, std::string_view after) {
  const auto ends = [&](std::string_view end) { return after.find(end) != after.npos; };
  switch (first) {
    case '{':
      return second == '{' || second == '%';
    case '<':
      return second == '%' || second == '?';
    case '$':
      return second == '{' && ends("}");
    case '*':
      return second == '|' && ends("|*");
    case '[':
      return second == '[' && ends("]]");
    default:
      return false;
  }
}

/// Counts the bytes that may begin template code. Compilers make vector instructions of this.
bool may_hold_template(std::string_view text) {
  unsigned found = 0;
  for (const char c : text) {
    found |= static_cast<unsigned>(c == '{') | static_cast<unsigned>(c == '<') |
             static_cast<unsigned>(c == '*') | static_cast<unsigned>(c == '[');
  }
  return found != 0;
}

}  // namespace

bool holds_template(std::string_view text) {
  // FAST: nearly no value does.
  if (!may_hold_template(text)) return false;
  // Each kind is looked for once: what has no end behind one beginning has none behind a later one.
  for (const std::string_view start : {"{{", "{%", "<%", "<?", "${", "*|", "[["}) {
    const std::size_t at = text.find(start);
    if (at == text.npos) continue;
    if (begins_template(start[0], start[1], text.substr(at + start.size()))) return true;
  }
  return false;
}

}  // namespace hrefkit::html
