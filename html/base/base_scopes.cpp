#include "hrefkit/html/base/base_scopes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

bool is_html_type(std::string_view type) {
  return text::equals_ignoring_ascii_case(type, "html") ||
         text::equals_ignoring_ascii_case(type, "text/html");
}

/// FAST: false for HTML without attributes and style elements, which has no links.
bool may_hold_links(std::string_view html) {
  if (html.find('<') == html.npos) return false;
  if (html.find('=') != html.npos) return true;
  for (std::size_t at = 0; (at = html.find('<', at)) != html.npos; ++at) {
    if (text::equals_ignoring_ascii_case(html.substr(at, 6), "<style")) return true;
  }
  return false;
}

/// True for an element whose text is HTML. Atom 0.3 has media types, and `mode` says how they are
/// written: as "xml", "escaped" or "base64".
bool holds_html(Document const& document, NodeId id) {
  const Node node = document[id];
  const FeedText kind = feed_text(node.ns, node.name);
  if (kind != FeedText::construct) return kind == FeedText::html;
  const auto value_of = [&](std::string_view name) {
    const auto attribute = document.find_attribute(id, name);
    return attribute ? text::strip_ascii_whitespace(attribute->value) : std::string_view();
  };
  const std::string_view type = value_of("type");
  const std::string_view mode = value_of("mode");
  if (text::equals_ignoring_ascii_case(mode, "base64")) return false;
  if (is_html_type(type)) return true;
  return text::equals_ignoring_ascii_case(mode, "escaped") &&
         (type.empty() || text::equals_ignoring_ascii_case(type, "application/xhtml+xml"));
}

}  // namespace

std::vector<FeedContent> find_feed_contents(Document const& document,
                                            std::vector<BaseScope> const& scopes) {
  std::vector<FeedContent> found;
  const auto number_of = [&](BaseScope const& scope, std::uint32_t around) {
    return scope.usable ? static_cast<std::uint32_t>(&scope - scopes.data()) : around;
  };
  const auto visit = [&](NodeId id, std::uint32_t scope) {
    const Node node = document[id];
    if (node.type != NodeType::text || !holds_html(document, node.parent)) return;
    if (may_hold_links(document.text_of(id).value)) found.push_back({id, scope});
  };
  walk_scopes(document, scopes, FeedContent::no_scope, number_of, visit);
  return found;
}

void note_unescaped(Document const& document, Notes& notes) {
  std::optional<Note> note;
  NodeId last = no_node;  // the element that was counted last
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    const bool may_be_tag = node.type == NodeType::element && node.ns != Namespace::html &&
                            node.parent != last && is_feed_content(document[node.parent]);
    if (!may_be_tag || !holds_html(document, node.parent)) continue;
    last = node.parent;
    if (note) {
      ++note->count;
      continue;
    }
    note = {
        NoteKind::unescaped_markup,
        "HTML in '" + std::string(document[last].name) +
            "' is not escaped: its tags are elements of XML, in which no links are found; write "
            "it as CDATA, or '<' as '&lt;'",
        node.source};
  }
  if (note) notes.push_back(*std::move(note));
}

bool has_carriers(Document const& document) {
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (!document.attributes(id).empty() || document.is_html(id, "style")) return true;
  }
  return false;
}

bool is_feed_content(Node const& node) {
  if (node.type != NodeType::element) return false;
  const FeedText kind = feed_text(node.ns, node.name);
  return kind == FeedText::html || kind == FeedText::construct;
}

NodeId item_of_content(Document const& document, NodeId id, XmlBase which) {
  constexpr int max_depth = 64;
  NodeId item = no_node;
  int depth = 0;
  for (NodeId at = id; at != no_node && depth < max_depth; at = document[at].parent, ++depth) {
    if (find_xml_base(document, at, which)) return no_node;
    const Node node = document[at];
    if (item != no_node) continue;
    if (is_feed_item(node)) item = at;
    if (at != id && is_feed_content(node)) return no_node;
  }
  return item;
}

namespace {

/// The bases that items of a feed give to their HTML.
class ItemBases {
 public:
  ItemBases(Document const& document, XmlBase which, BaseTable& bases)
      : document_(document), which_(which), bases_(bases) {}

  /// The base of the HTML in the element `id`; `outer` is the base around it.
  std::optional<BaseId> base_of(NodeId id, BaseId outer) {
    if (!is_feed_content(document_[id])) return std::nullopt;
    const NodeId item = item_of_content(document_, id, which_);
    if (item == no_node) return std::nullopt;
    if (item != item_) {
      item_ = item;
      base_ = base_of_item(outer);
    }
    return base_;
  }

 private:
  std::optional<BaseId> base_of_item(BaseId outer) {
    const NodeId link = item_link(document_, item_);
    if (link == no_node) return std::nullopt;
    if (const auto own = find_xml_base(document_, link, which_)) {
      outer = bases_.add_relative(own->value, outer).value_or(outer);
    }
    const auto base = bases_.add_relative(item_reference(document_, link), outer);
    return base ? std::optional(*base) : std::nullopt;
  }

  Document const& document_;
  XmlBase which_;
  BaseTable& bases_;
  NodeId item_ = no_node;
  std::optional<BaseId> base_;  // of the HTML of `item_`
};

}  // namespace

std::vector<BaseScope> find_scopes(Document const& document, XmlBase which, FeedBase feed_base,
                                   BaseId outer, BaseTable& bases, Notes& notes) {
  std::vector<BaseScope> scopes;
  which = xml_base_in(document, which);
  std::optional<ItemBases> items;
  if (feed_base == FeedBase::item && is_feed(root_namespace(document))) {
    items.emplace(document, which, bases);
  }
  if (which == XmlBase::off && !items) return scopes;
  bool over_budget = false;
  const auto declare = [&](NodeId id, BaseId around) -> std::optional<BaseId> {
    const auto declared = find_xml_base(document, id, which);
    if (!declared && items) {
      const auto base = items->base_of(id, around);
      if (base) scopes.push_back({id, *base, true, BaseSource::item});
      return base;
    }
    if (!declared) return std::nullopt;
    const auto base = bases.add_relative(declared->value, around);
    scopes.push_back({id, base.value_or(around), base.has_value()});
    if (!base && base.error() == BaseError::unresolvable) {
      notes.push_back({NoteKind::unusable_base,
                       "xml:base '" + std::string(declared->value) +
                           "' does not resolve; the outer base URL is used",
                       declared->span});
    } else if (!base && !over_budget) {
      over_budget = true;
      notes.push_back({NoteKind::unusable_base,
                       "the base URLs of this file take too much memory or time: from here on some "
                       "xml:base attributes are not followed; the outer base URL is used",
                       declared->span});
    }
    return scopes.back().base;
  };
  walk_scopes(document, document.root(), outer, declare, [](NodeId, BaseId) {});
  return scopes;
}

}  // namespace hrefkit::html
