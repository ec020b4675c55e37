// Base URLs of subtrees, which xml:base sets (XML Base, second edition, section 4), and the HTML
// texts of feeds in them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// Calls `visit(node, base)` for `top` and its descendants in tree order, with the base that
/// applies to each. `outer` applies around `top`. `declare(node, base)` returns the base that a
/// node sets, where `base` applies around it, or nullopt.
template <typename Declare, typename Visit>
void walk_scopes(Document const& document, NodeId top, BaseId outer, Declare declare, Visit visit) {
  std::vector<std::pair<NodeId, BaseId>> open;  // the ancestors of the next node that set a base
  const auto leave = [&](NodeId left, NodeId next) {
    for (; !open.empty(); left = document[left].parent) {
      if (open.back().first == left) open.pop_back();
      if (document[left].parent == document[next].parent) return;
    }
  };
  NodeId previous = no_node;
  for (NodeId id = top; id != no_node; previous = id, id = document.next_in_tree(id, top)) {
    if (previous != no_node && document[id].parent != previous) leave(previous, id);
    const BaseId around = open.empty() ? outer : open.back().second;
    const std::optional<BaseId> own = declare(id, around);
    if (own) open.emplace_back(id, *own);
    visit(id, own.value_or(around));
  }
}

/// The same for a whole document with known `scopes`, in tree order. `number_of(scope, number)`
/// returns the number of a scope's base, where `number` is that of the base around it. `outer` is
/// the number of the document base URL.
template <typename NumberOf, typename Visit>
void walk_scopes(Document const& document, std::vector<BaseScope> const& scopes,
                 std::uint32_t outer, NumberOf number_of, Visit visit) {
  auto next = scopes.begin();
  const auto declare = [&](NodeId id, std::uint32_t around) -> std::optional<std::uint32_t> {
    if (next == scopes.end() || next->element != id) return std::nullopt;
    return number_of(*next++, around);
  };
  walk_scopes(document, document.root(), outer, declare, visit);
}

/// The scopes of `document` in tree order; `outer` is the document base URL. An unusable value has
/// no effect and adds a note, whose span is in the document's own text. With FeedBase::item, an
/// element with HTML of a feed's item is a scope, too, unless it is in one of xml:base.
std::vector<BaseScope> find_scopes(Document const& document, XmlBase which, FeedBase feed_base,
                                   BaseId outer, BaseTable& bases, Notes& notes);

/// True for an element of a feed that may hold HTML, escaped or as elements.
bool is_feed_content(Node const& node);

/// The item around `id`, an element with HTML of a feed; no_node outside of items, in other such
/// HTML and where an xml:base, if they count, is on `id` or around it.
NodeId item_of_content(Document const& document, NodeId id, XmlBase which);

// HTML in the text of feeds.

/// A text node of a feed whose text is HTML, such as `&lt;p>...` in RSS.
struct FeedContent {
  static constexpr std::uint32_t no_scope = UINT32_MAX;

  NodeId text = no_node;
  std::uint32_t scope = no_scope;  ///< index of the innermost usable scope around it
};

/// The texts that are HTML and may hold links, in tree order: text constructs of Atom with that
/// type (RFC 4287, 3.1.1 and 4.1.3), descriptions of RSS 2.0, and the RSS module `content`.
/// `scopes` are those of the document, whose root element is that of a feed.
std::vector<FeedContent> find_feed_contents(Document const& document,
                                            std::vector<BaseScope> const& scopes);

/// Notes the elements that should hold escaped HTML and hold elements that are not HTML, such as
/// `<description><p>` in RSS: readers may take them for HTML. One note counts them.
void note_unescaped(Document const& document, Notes& notes);

/// True if an element of the document could hold a link: it has an attribute, or is a style
/// element. FAST: a feed may have a text per 30 bytes; most have no links, and their documents are
/// dropped.
bool has_carriers(Document const& document);

}  // namespace hrefkit::html
