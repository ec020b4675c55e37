// The xml:base scopes of a live document: who declares one, what is in force where, and who is
// told.
#include <string>
#include <unordered_set>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/base/base_store.h"
#include "hrefkit/html/live_document.h"

namespace hrefkit::html {

namespace {

constexpr BaseId no_scope = UINT32_MAX;

/// The node after `id` and all below it, in tree order.
NodeId next_after(Document const& document, NodeId id) {
  while (id != no_node && document[id].next == no_node) id = document[id].parent;
  return id == no_node ? no_node : document[id].next;
}

}  // namespace

/// The base URL of an element that declares an xml:base.
std::optional<BaseId> LiveDocument::scope_at(NodeId node) const {
  if (node >= scopes_.size() || scopes_[node] == no_scope) return std::nullopt;
  return scopes_[node];
}

BaseId LiveDocument::base_id(NodeId node) const {
  if (scopes_.empty()) return document_base_;
  for (; node != no_node; node = document_[node].parent) {
    if (const auto scope = scope_at(node)) return *scope;
  }
  return document_base_;
}

/// The base that holds around a node.
BaseId LiveDocument::base_around(NodeId node) const {
  const NodeId parent = document_[node].parent;
  return parent == no_node ? document_base_ : base_id(parent);
}

/// Notes whether an element declares a base; update_scopes finds out which.
void LiveDocument::declare_scope(NodeId node) {
  const bool declares = find_xml_base(document_, node, options_.xml_base).has_value();
  if (declares && node >= scopes_.size()) scopes_.resize(document_.size(), no_scope);
  if (node < scopes_.size()) scopes_[node] = declares ? document_base_ : no_scope;
}

/// Enters the elements of a subtree that declare a base.
void LiveDocument::declare_scopes(NodeId subtree) {
  if (options_.xml_base == XmlBase::off) return;
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    declare_scope(id);
  }
  update_scopes(subtree);
}

/// Computes the bases of a subtree's scopes (XML Base 4.1: relative to the scope around).
void LiveDocument::update_scopes(NodeId subtree) {
  if (scopes_.empty()) return;
  const auto declare = [this](NodeId id, BaseId around) -> std::optional<BaseId> {
    if (!scope_at(id)) return std::nullopt;
    const auto declared = find_xml_base(document_, id, options_.xml_base);
    scopes_[id] = store_->bases.add_relative(declared->value, around).value_or(around);
    return scopes_[id];
  };
  walk_scopes(document_, subtree, base_around(subtree), declare, [](NodeId, BaseId) {});
}

/// The same for what is not in the tree, but refers to the document base URL.
void LiveDocument::update_detached_scopes() {
  std::unordered_set<NodeId> tops;
  for (NodeId node = 0; node < scopes_.size(); ++node) {
    if (!scope_at(node) || !document_[node].detached) continue;
    NodeId top = node;
    while (document_[top].parent != no_node) top = document_[top].parent;
    tops.insert(top);
  }
  for (const NodeId top : tops) update_scopes(top);
}

/// Visits the nodes of a subtree in tree order, each with its base.
template <typename Visit>
void LiveDocument::walk_bases(NodeId subtree, Visit visit) const {
  const auto declare = [this](NodeId id, BaseId) { return scope_at(id); };
  walk_scopes(document_, subtree, base_around(subtree), declare, visit);
}

/// True for the nodes of `subtree` that observers are told of. What is in template content belongs
/// to another document (HTML Standard 4.12.3), unless it is asked for or the subtree itself
/// is in there.
bool LiveDocument::is_told(NodeId subtree, NodeId id) const {
  const Node node = document_[id];
  return node.type == NodeType::element &&
         (!node.inert || options_.templates || document_[subtree].inert);
}

/// Appends the elements of a subtree that observers will be told of, with their bases; none where
/// there is no observer.
void LiveDocument::append_bases(NodeBases& bases, NodeId subtree) const {
  if (observers_.empty()) return;
  walk_bases(subtree, [&](NodeId id, BaseId base) {
    if (is_told(subtree, id)) bases.emplace_back(id, &base_url(base));
  });
}

void LiveDocument::visit_bases(NodeId subtree,
                               std::function<void(NodeId, BaseId)> const& visit) const {
  walk_bases(subtree, visit);
}

/// Those of `elements` that are not below others of them, in tree order. Elements that are not in
/// the document's tree come last, all of them.
std::vector<NodeId> LiveDocument::tops_of(std::span<NodeId const> elements) const {
  std::vector<bool> wanted(document_.size());
  std::vector<NodeId> detached;
  for (const NodeId id : elements) {
    wanted[id] = true;
    if (document_[id].detached) detached.push_back(id);
  }
  std::vector<NodeId> tops;
  for (NodeId id = document_.root(); id != no_node;) {
    if (wanted[id]) {
      tops.push_back(id);
      id = next_after(document_, id);
    } else {
      id = document_.next_in_tree(id);
    }
  }
  tops.insert(tops.end(), detached.begin(), detached.end());
  return tops;
}

/// "When an xml:base attribute changes, the attribute's element, and all descendant elements, are
/// affected by a base URL change" (HTML5 (W3C draft) 2.6.5).
template <typename Change>
void LiveDocument::change_xml_bases(std::span<NodeId const> elements, Change change) {
  renew_budget();
  std::vector<NodeId> tops;
  if (options_.xml_base != XmlBase::off) tops = tops_of(elements);
  NodeBases before;
  for (const NodeId top : tops) append_bases(before, top);
  for (const NodeId element : elements) {
    about_to_change(element);
    change(element);
    declare_scope(element);
  }
  for (const NodeId top : tops) update_scopes(top);
  auto next = before.cbegin();
  for (const NodeId top : tops) next = tell(BaseTrigger::xml_base, next, before.cend(), top);
}

void LiveDocument::set_xml_base(std::span<NodeId const> elements, std::string_view value) {
  std::vector<NodeId> changed;
  for (const NodeId id : elements) {
    const auto old = find_xml_base(document_, id, options_.xml_base);
    if (!old || old->value != value) changed.push_back(id);
  }
  change_xml_bases(changed, [&](NodeId id) {
    const auto old = find_xml_base(document_, id, options_.xml_base);
    const std::string name(old ? old->name : "base");
    document_.set_attribute(id, name, value, old ? old->ns : Namespace::xml);
  });
}

void LiveDocument::remove_xml_base(std::span<NodeId const> elements) {
  std::vector<NodeId> changed;
  for (const NodeId id : elements) {
    if (find_xml_base(document_, id, options_.xml_base)) changed.push_back(id);
  }
  change_xml_bases(changed, [&](NodeId id) {
    while (const auto old = find_xml_base(document_, id, options_.xml_base)) {
      document_.remove_attribute(id, std::string(old->name), old->ns);
    }
  });
}

void LiveDocument::about_to_change(NodeId element) const {
  for (auto const& observer : attribute_observers_) observer(element);
}

/// Tells of the nodes of a subtree that are between `before` and `end`, in tree order, with their
/// old bases. Returns the place of the last of them.
LiveDocument::NodeBases::const_iterator LiveDocument::tell(BaseTrigger trigger,
                                                           NodeBases::const_iterator before,
                                                           NodeBases::const_iterator end,
                                                           NodeId subtree) const {
  auto old = before;
  walk_bases(subtree, [&](NodeId id, BaseId base) {
    if (old == end || !is_told(subtree, id)) return;
    while (old != end && old->first != id) ++old;
    if (old == end) return;
    const BaseChange change{*this, id, trigger, *old->second, base_url(base)};
    for (BaseObserver const& observer : observers_) observer(change);
    before = old;
  });
  return before;
}

}  // namespace hrefkit::html
