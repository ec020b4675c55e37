#include "hrefkit/html/formats/stylesheet_instructions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_run.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

constexpr text::ByteSet name_end = xml_whitespace | text::ByteSet("=\"'<>&/?");

/// Section 3, rule 4: a value has no `<`, and `&` only in references.
std::optional<std::string> decode(std::string_view written) {
  std::string value;
  for (std::size_t at = 0; at < written.size();) {
    if (written[at] == '<') return std::nullopt;
    if (written[at] != '&') {
      value += written[at++];
      continue;
    }
    const std::size_t end = written.find(';', at);
    if (end == std::string_view::npos) return std::nullopt;
    const auto character = xml_character(written.substr(at + 1, end - at - 1));
    if (!character) return std::nullopt;
    text::append_utf8(value, *character);
    at = end + 1;
  }
  return value;
}

/// A pseudo-attribute as written.
struct Pseudo {
  std::string_view name;
  text::Span value;
};

/// Reads one after the other (rules 1 to 3).
class PseudoAttributes {
 public:
  explicit PseudoAttributes(std::string_view data) : data_(data), rest_(data) {}

  /// The next one; nothing at the end, or at a fault.
  std::optional<Pseudo> next() {
    const std::size_t spaces = text::run_length(rest_, xml_whitespace);
    rest_.remove_prefix(spaces);
    if (rest_.empty()) return std::nullopt;
    const std::string_view name = text::take_until(rest_, name_end);
    text::skip(rest_, xml_whitespace);
    has_fault_ = name.empty() || spaces == 0 || !rest_.starts_with('=');
    if (has_fault_) return std::nullopt;
    rest_.remove_prefix(1);
    text::skip(rest_, xml_whitespace);
    const bool is_quoted = rest_.starts_with('"') || rest_.starts_with('\'');
    const std::size_t end = is_quoted ? rest_.find(rest_[0], 1) : rest_.npos;
    has_fault_ = end == rest_.npos;
    if (has_fault_) return std::nullopt;
    const std::size_t quote = data_.size() - rest_.size();
    rest_.remove_prefix(end + 1);
    return Pseudo{name, text::make_span(quote + 1, quote + end)};
  }

  bool has_fault() const { return has_fault_; }

 private:
  std::string_view data_;
  std::string_view rest_;
  bool has_fault_ = false;
};

}  // namespace

std::optional<StylesheetHref> read_stylesheet_instruction(std::string_view data) {
  std::vector<std::string_view> names;
  std::optional<StylesheetHref> href;
  PseudoAttributes attributes(data);
  while (const auto attribute = attributes.next()) {
    auto value = decode(attribute->value.in(data));
    if (!value) return std::nullopt;
    names.push_back(attribute->name);
    if (attribute->name == "href") href = {attribute->value, std::move(*value)};
  }
  if (attributes.has_fault()) return std::nullopt;
  std::sort(names.begin(), names.end());
  const bool has_twice = std::adjacent_find(names.begin(), names.end()) != names.end();
  return has_twice ? std::nullopt : href;
}

Flow give_stylesheet_instructions(LinkSource const& source, std::span<text::Span const> places) {
  LinkWriter writer(source);
  for (const text::Span place : places) {
    const std::string_view data = place.in(source.source.text);
    const auto href = read_stylesheet_instruction(data);
    if (!href) continue;
    const Link link{
        .element = "xml-stylesheet",
        .attribute = "href",
        .raw = href->value,
        .span = {place.begin + href->span.begin, place.begin + href->span.end},
        .ns = Namespace::none,
        .kind = LinkKind::stylesheet,
    };
    // A fragment alone leads to an element of the document that is the style sheet.
    const bool is_local = href->value.starts_with('#');
    const RelativeTo relative_to = is_local ? RelativeTo::document : RelativeTo::fallback;
    if (writer.add(link, relative_to, LinkGrammar::url, link.span) == Flow::stop) {
      return Flow::stop;
    }
  }
  return writer.finish();
}

}  // namespace hrefkit::html
