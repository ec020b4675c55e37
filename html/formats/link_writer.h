// Emits the links of a document without elements (style sheets, manifests, prologs) in blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::html {

/// A document, its base and the sink for its links. All references must outlive the LinkWriter.
struct LinkSource {
  SourceText const& source;
  text::SourceMap const* map;  ///< null if offsets in the text and in the bytes are equal
  DocumentOptions const& options;
  FileBase const& base;
  LinkSink const& sink;
  UrlBudget& budget;
};

/// Collects links and emits them to the sink in blocks.
class LinkWriter {
 public:
  explicit LinkWriter(LinkSource const& source);

  /// Adds a link, and emits a block if it is full. Sets `link.base` and `link.local` from
  /// `relative_to`, unless `base` is the number of one (`add_base`); copies `link.raw` unless it is
  /// a view of the document's text. `value` is the span of the value that holds the link, and
  /// `grammar` its grammar. Returns `stop` if the sink does.
  Flow add(Link link, RelativeTo relative_to, LinkGrammar grammar, text::Span value,
           std::optional<std::uint32_t> base = {});

  /// Adds a base URL of the links; nullopt for what is no URL. Lives until the writer ends.
  /// `import_maps` count with it, unless it is null.
  std::optional<std::uint32_t> add_base(std::string_view url,
                                        ImportMaps const* import_maps = nullptr);

  /// Sets the import maps of the document, which must live until the writer ends.
  void set_import_maps(ImportMaps const* maps) { contexts_.front().import_maps = maps; }

  /// Sets the element of a link that is no markup to one with a single attribute, which must live
  /// until the link is emitted. Call it before `add`.
  void set_element(Link& link, NamedValue attribute);

  /// Emits the remaining links.
  Flow finish();

 private:
  LinkSource source_;
  std::vector<LinkBase> bases_;
  std::vector<LinkContext> contexts_{LinkContext{}};
  DocumentBases document_;
  std::vector<Link> block_;
  std::vector<LinkPlace> places_;     // of the block, if the sink asks for them
  std::vector<NamedValue> elements_;  // the same
  text::StringArena strings_;         // of the block
};

}  // namespace hrefkit::html
