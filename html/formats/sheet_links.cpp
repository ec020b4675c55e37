#include "hrefkit/html/formats/sheet_links.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
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

Flow emit_stylesheet_instructions(LinkSource const& source, std::span<text::Span const> places) {
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
    // A fragment alone names an element of the document that holds the style sheet.
    const bool is_local = href->value.starts_with('#');
    const RelativeTo relative_to = is_local ? RelativeTo::document : RelativeTo::fallback;
    if (writer.add(link, relative_to, LinkGrammar::url, link.span) == Flow::stop) {
      return Flow::stop;
    }
  }
  return writer.finish();
}

Flow emit_sheet_links(LinkSource const& source) {
  LinkWriter writer(source);
  AlsoFind const& also = source.options.also;
  const EmptyUrls empty = also.empty_values ? EmptyUrls::found : EmptyUrls::left_out;
  const SourceMaps maps = also.scripts ? SourceMaps::found : SourceMaps::left_out;
  CssUrls urls(source.source.text, CssPlace::style_sheet, empty, maps);
  for (std::uint32_t index = 0; const auto url = urls.next(); ++index) {
    const bool is_map = url->use == CssUse::source_map;
    const Link link{.raw = url->value,
                    .span = url->span,
                    .index = index,
                    .ns = Namespace::none,
                    .kind = is_map ? LinkKind::sourcemap : LinkKind::css,
                    .empty = url->value.empty(),
                    .is_import = url->use == CssUse::import,
                    .use = is_map ? LinkUse::not_used : LinkUse::used,
                    .row = is_map ? &sheet_map_row : nullptr};
    const bool is_local = url->value.starts_with('#');
    const RelativeTo relative_to = is_local ? RelativeTo::document : RelativeTo::element;
    const text::Span whole = text::make_span(0, source.source.text.size());
    if (writer.add(link, relative_to, LinkGrammar::css, whole) == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
