#include "hrefkit/html/formats/text_links.h"

#include <string_view>
#include <vector>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/text_urls.h"

namespace hrefkit::html {

Flow emit_text_links(LinkSource const& source, FindTextUrls find) {
  LinkWriter writer(source);
  const std::string_view text = source.source.text;
  const std::vector<TextUrl> urls = find(text);
  for (TextUrl const& url : urls) {
    const bool is_pattern = url.role == TextUrlRole::pattern;
    Link link{.attribute = url.attribute,
              .raw = url.value.empty() ? url.span.in(text) : std::string_view(url.value),
              .span = url.span,
              .ns = Namespace::none,
              .kind = url.kind,
              .row = &row_of(url.role)};
    if (!url.rel.empty()) link.rel = url.rel;
    link.use = url.use;
    if (is_pattern) writer.set_element(link, {leads_to_attribute, url.leads_to});
    const Flow flow = writer.add(link, RelativeTo::element, url.grammar, url.span);
    if (flow == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
