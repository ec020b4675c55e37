#include "hrefkit/site/root_element.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hrefkit::site {

namespace {

constexpr std::string_view white_space = "\t\n\r ";

struct KnownRoot {
  std::string_view element;
  std::string_view ns;
};
constexpr std::array known_roots{KnownRoot{"html", "http://www.w3.org/1999/xhtml"},
                                 KnownRoot{"svg", "http://www.w3.org/2000/svg"}};

void skip_white_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
}

/// Skips to behind `end`; false where it does not come.
bool skip_past(std::string_view& text, std::string_view end) {
  const std::size_t place = text.find(end);
  if (place == std::string_view::npos) return false;
  text.remove_prefix(place + end.size());
  return true;
}

/// Skips a document type without declarations of its own; false for one with them.
bool skip_document_type(std::string_view& text) {
  const std::size_t end = text.find_first_of("[>");
  if (end == std::string_view::npos || text[end] == '[') return false;
  text.remove_prefix(end + 1);
  return true;
}

/// Skips what may stand before the root element; false where that cannot be done.
bool skip_prolog(std::string_view& text) {
  while (true) {
    skip_white_space(text);
    if (text.starts_with("<?")) {
      if (!skip_past(text, "?>")) return false;
    } else if (text.starts_with("<!--")) {
      if (!skip_past(text, "-->")) return false;
    } else if (text.starts_with("<!")) {
      if (!skip_document_type(text)) return false;
    } else {
      return text.starts_with('<');
    }
  }
}

/// True when one of the attributes at the beginning of `text`, up to the end of the tag, is xmlns.
/// Also where the tag is not well-formed: then the parser says what is wrong.
bool declares_namespace(std::string_view text) {
  while (true) {
    skip_white_space(text);
    if (text.empty()) return true;
    if (text.front() == '>' || text.front() == '/') return false;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return true;
    const std::string_view name = text.substr(0, text.find_first_of("=\t\n\r "));
    if (name == "xmlns") return true;
    text.remove_prefix(equals + 1);
    skip_white_space(text);
    if (text.empty() || (text.front() != '"' && text.front() != '\'')) return true;
    const std::string_view quote = text.substr(0, 1);
    text.remove_prefix(1);
    if (!skip_past(text, quote)) return true;
  }
}

}  // namespace

std::optional<RootWithoutNamespace> root_without_namespace(std::string_view text) {
  if (!skip_prolog(text)) return std::nullopt;
  text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_of("\t\n\r />"), text.size());
  const std::string_view name = text.substr(0, end);
  for (KnownRoot const& known : known_roots) {
    if (name != known.element) continue;
    if (declares_namespace(text.substr(end))) return std::nullopt;
    return RootWithoutNamespace{known.element, known.ns};
  }
  return std::nullopt;
}

}  // namespace hrefkit::site
