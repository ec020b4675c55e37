#include "hrefkit/html/formats/sheet_links.h"

#include "hrefkit/html/css_urls.h"

namespace hrefkit::html {

Flow give_sheet_links(LinkSource const& source) {
  LinkWriter writer(source);
  const EmptyUrls empty = source.options.also.empty_values ? EmptyUrls::found : EmptyUrls::left_out;
  CssUrls urls(source.source.text, CssPlace::style_sheet, empty);
  for (std::uint32_t index = 0; const auto url = urls.next(); ++index) {
    const Link link{.raw = url->value,
                    .span = url->span,
                    .index = index,
                    .ns = Namespace::none,
                    .kind = LinkKind::css,
                    .empty = url->value.empty()};
    const bool is_local = url->value.starts_with('#');
    const RelativeTo relative_to = is_local ? RelativeTo::document : RelativeTo::element;
    const text::Span whole = text::make_span(0, source.source.text.size());
    if (writer.add(link, relative_to, LinkGrammar::css, whole) == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
