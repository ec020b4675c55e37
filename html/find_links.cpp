#include "hrefkit/html/find_links.h"

#include "hrefkit/html/dom_links.h"

namespace hrefkit::html {

void find_links(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
                LinkSink const& sink, Notes& notes) {
  const ContextTree tree(text, options, notes);
  find_dom_links(tree, map, options, sink, notes);
}

}  // namespace hrefkit::html
