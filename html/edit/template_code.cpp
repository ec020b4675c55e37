#include "hrefkit/html/edit/template_code.h"

#include <cstddef>
#include <initializer_list>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/lanes.h"

namespace hrefkit::html {

namespace {

/// True if `first` and `second` begin template code; `after` is the text after them.
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

/// True if a byte may begin template code, or is the brace of `${`.
bool may_hold_template(std::string_view text) {
  const auto starts = [](text::Lanes lanes) {
    return lanes.equal('{') | lanes.equal('<') | lanes.equal('*') | lanes.equal('[');
  };
  return text::find_first_that<text::Lanes>(text, starts) != text.size();
}

}  // namespace

bool holds_template(std::string_view text) {
  // FAST: almost no value has template code.
  if (!may_hold_template(text)) return false;
  // Search each kind once: if its first beginning has no end after it, no later one has.
  for (const std::string_view start : {"{{", "{%", "<%", "<?", "${", "*|", "[["}) {
    const std::size_t at = text.find(start);
    if (at == text.npos) continue;
    if (begins_template(start[0], start[1], text.substr(at + start.size()))) return true;
  }
  return false;
}

}  // namespace hrefkit::html
