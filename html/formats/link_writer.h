// Emits the links of a document without elements, in blocks.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::html {

/// A document and where its links go. Everything must outlive the readers.
struct LinkSource {
  SourceText const& source;
  text::SourceMap const* map;  ///< null where text and bytes are the same
  DocumentOptions const& options;
  FileBase const& base;
  LinkSink const& sink;
  UrlBudget& budget;
};

/// Collects links and emits them to the sink, until it answers `stop`.
class LinkWriter {
 public:
  explicit LinkWriter(LinkSource const& source);

  /// Adds a link; `link.base` is set here, from `relative_to`, and so is `link.local`. A `raw` that
  /// is not a view of the document's text is copied. `grammar` is that of the value at `value`.
  Flow add(Link link, RelativeTo relative_to, LinkGrammar grammar, text::Span value);

  /// Emits the remaining links.
  Flow finish();

 private:
  LinkSource source_;
  std::vector<LinkBase> bases_;
  std::vector<LinkContext> contexts_{LinkContext{}};
  DocumentBases document_;
  std::vector<Link> block_;
  std::vector<LinkPlace> places_;  // of the block, if the sink asks for them
  text::StringArena strings_;      // of the block
};

}  // namespace hrefkit::html
