#include "hrefkit/html/formats/stylesheet_instructions.h"

#include <utility>

#include "hrefkit/html/syntax/instruction_attributes.h"

namespace hrefkit::html {

std::optional<StylesheetHref> read_stylesheet_instruction(std::string_view data) {
  auto attributes = read_instruction_attributes(data);
  if (!attributes) return std::nullopt;
  for (InstructionAttribute& attribute : *attributes) {
    if (attribute.name == "href") return StylesheetHref{attribute.span, std::move(attribute.value)};
  }
  return std::nullopt;
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
