#include "hrefkit/html/find_links.h"

#include <vector>

#include "hrefkit/html/links/dom_links.h"

namespace hrefkit::html {

std::optional<Engine> engine_from_name(std::string_view name) {
  if (name == "auto") return Engine::automatic;
  if (name == "scan") return Engine::scan;
  if (name == "dom") return Engine::dom;
  return std::nullopt;
}

void LinkFinder::find(std::string_view text, text::SourceMap const* map,
                      DocumentOptions const& options, LinkSink const& sink, Notes& notes,
                      AnchorSink const& anchors) {
  if (engine_ != Engine::dom) {
    if (scanner_.scan(text, map, options, sink, anchors) == scan::ScanStatus::done) return;
    if (engine_ == Engine::scan) {
      notes.push_back({NoteKind::tree_needed, "the document needs its tree; it was built", {}});
    }
  }
  find_links(text, map, options, sink, notes, anchors);
}

void find_links(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
                LinkSink const& sink, Notes& notes, AnchorSink const& anchors) {
  const ContextTree tree(text, options, notes);
  find_dom_links(tree, map, options, sink);
  if (!anchors) return;
  const std::vector<Anchor> found = find_anchors(tree.contexts().front().document);
  if (!found.empty()) anchors(found);
}

}  // namespace hrefkit::html
