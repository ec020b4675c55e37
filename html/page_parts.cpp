#include "hrefkit/html/page_parts.h"

#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

std::optional<PageParts> find_page_parts(SourceText const& source, DocumentOptions const& options) {
  const bool is_readable =
      source.content_type == ContentType::html && source.text.size() <= text::max_text_bytes;
  if (!is_readable || options.templates) return std::nullopt;
  scan::Page page;
  scan::PartCollector parts(source.text, options.scripting);
  page.begin(source.text, options, parts);
  if (!scan::TagScanner<text::Lanes>(source.text, page).scan([] {})) return std::nullopt;
  return parts.parts();
}

}  // namespace hrefkit::html
