#include "hrefkit/html/live_document.h"

#include <cassert>
#include <optional>
#include <unordered_set>

namespace hrefkit::html {

namespace {

/// Visits `top` and what is below it in tree order, each node with the base URL that holds for it.
/// `outer` holds around `top`. `declare(node, base)` gives the base of a node that declares one
/// where `base` holds around it, else nothing.
template <typename Declare, typename Visit>
void walk_scopes(Document const& document, NodeId top, BaseId outer, Declare declare, Visit visit) {
  std::vector<std::pair<NodeId, BaseId>> open;  // the declaring nodes around the next one
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

/// The value of the xml:base attribute that counts, or nothing.
std::optional<std::string> xml_base_value(Document const& document, NodeId element, XmlBase which) {
  Attribute const* attribute = find_xml_base(document, element, which);
  if (attribute == nullptr) return std::nullopt;
  return std::string(attribute->value);
}

bool is_base_href(Document const& document, NodeId element, std::string_view name, Namespace ns) {
  return name == "href" && ns == Namespace::none && document.is_html(element, "base") &&
         !document[element].detached;
}

}  // namespace

std::string_view name(BaseTrigger trigger) {
  switch (trigger) {
    case BaseTrigger::xml_base:
      return "xml-base";
    case BaseTrigger::document_base:
      return "document-base";
    case BaseTrigger::document_move:
      return "document-move";
  }
  return {};
}

LiveDocument::LiveDocument(Document document, std::string address, FallbackBase fallback,
                           LiveOptions options, std::vector<BaseUriPolicy> inherited)
    : document_(std::move(document)),
      address_(std::move(address)),
      options_(options),
      policies_(std::move(inherited)),
      bases_(options.resolve) {
  const DocumentBase base =
      document_base(document_, std::move(fallback), options.resolve, policies_);
  fallback_ = base.fallback;
  fallback_base_ = bases_.add(fallback_.url);
  document_base_ = bases_.add(base.url);
  base_element_ = find_base_element(document_.root());
  for (BaseElement const& element : base.elements) {
    if (element.node == base_element_) base_fate_ = element.fate;
  }
  declare_scopes(document_.root());
}

BaseSource LiveDocument::base_source() const {
  const bool from_element = base_element_ != no_node && base_fate_ == BaseElementFate::used;
  return from_element ? BaseSource::base : fallback_.source;
}

// xml:base scopes.

BaseId LiveDocument::base_id(NodeId node) const {
  if (scopes_.empty()) return document_base_;
  for (; node != no_node; node = document_[node].parent) {
    if (const auto scope = scopes_.find(node); scope != scopes_.end()) return scope->second;
  }
  return document_base_;
}

/// The base that holds around a node.
BaseId LiveDocument::base_around(NodeId node) const {
  const NodeId parent = document_[node].parent;
  return parent == no_node ? document_base_ : base_id(parent);
}

/// Enters the elements of a subtree that declare a base.
void LiveDocument::declare_scopes(NodeId subtree) {
  if (options_.xml_base == XmlBase::off) return;
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    if (find_xml_base(document_, id, options_.xml_base) != nullptr) scopes_[id] = document_base_;
  }
  update_scopes(subtree);
}

/// Computes the bases of a subtree's scopes anew (XML Base 4.1: relative to the scope around).
void LiveDocument::update_scopes(NodeId subtree) {
  if (scopes_.empty()) return;
  const auto declare = [this](NodeId id, BaseId around) -> std::optional<BaseId> {
    const auto scope = scopes_.find(id);
    if (scope == scopes_.end()) return std::nullopt;
    Attribute const* declared = find_xml_base(document_, id, options_.xml_base);
    scope->second = bases_.add_relative(declared->value, around).value_or(around);
    return scope->second;
  };
  walk_scopes(document_, subtree, base_around(subtree), declare, [](NodeId, BaseId) {});
}

/// The same for what stands in no tree, but refers to the document base URL.
void LiveDocument::update_detached_scopes() {
  std::unordered_set<NodeId> tops;
  for (auto const& [node, base] : scopes_) {
    if (!document_[node].detached) continue;
    NodeId top = node;
    while (document_[top].parent != no_node) top = document_[top].parent;
    tops.insert(top);
  }
  for (const NodeId top : tops) update_scopes(top);
}

/// Visits the nodes of a subtree in tree order, each with its base.
template <typename Visit>
void LiveDocument::walk_bases(NodeId subtree, Visit visit) const {
  const auto declare = [this](NodeId id, BaseId) -> std::optional<BaseId> {
    const auto scope = scopes_.find(id);
    if (scope == scopes_.end()) return std::nullopt;
    return scope->second;
  };
  walk_scopes(document_, subtree, base_around(subtree), declare, visit);
}

/// The elements of a subtree with their bases, to be told of. Empty where nobody listens. What is
/// in template content belongs to another document (HTML Standard 4.12.3), unless it is asked for
/// or the subtree itself is in there.
LiveDocument::NodeBases LiveDocument::bases_within(NodeId subtree) const {
  NodeBases found;
  if (observers_.empty()) return found;
  const bool inert_too = options_.templates || document_[subtree].inert;
  walk_bases(subtree, [&](NodeId id, BaseId base) {
    Node const& node = document_[id];
    if (node.type != NodeType::element || (node.inert && !inert_too)) return;
    found.emplace_back(id, &bases_[base]);
  });
  return found;
}

void LiveDocument::visit_bases(std::function<void(NodeId, BaseUrl const&)> const& visit) const {
  walk_bases(document_.root(), [&](NodeId id, BaseId base) { visit(id, bases_[base]); });
}

/// "When an xml:base attribute changes, the attribute's element, and all descendant elements, are
/// affected by a base URL change" (seed 001 2.6.5).
void LiveDocument::change_scope(NodeId element) {
  const NodeBases before = bases_within(element);
  if (find_xml_base(document_, element, options_.xml_base) != nullptr) {
    scopes_.emplace(element, document_base_);
  } else {
    scopes_.erase(element);
  }
  update_scopes(element);
  tell(BaseTrigger::xml_base, before, bases_within(element));
}

// The document base URL.

/// The first base element of a subtree, in tree order, that may count.
NodeId LiveDocument::find_base_element(NodeId subtree) const {
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    if (document_[id].name == "base" && !document_[id].clone &&
        rule_out_base_element(document_, id, options_.resolve.standard) == BaseElementFate::used) {
      return id;
    }
  }
  return no_node;
}

/// True when the base element that counts is in the subtree.
bool LiveDocument::holds_base_element(NodeId subtree) const {
  return base_element_ != no_node && document_.is_within(base_element_, subtree);
}

/// Lets `first`, which find_base_element found, give the document base URL. HTML Standard 4.2.3:
/// its frozen base URL is set when it becomes the first, and when its href is changed (`again`);
/// the older standards ask what it resolves to each time.
void LiveDocument::settle_base(NodeId first, Set set, NodeBases const& moved) {
  const bool stands = first == base_element_ && first != no_node && set == Set::if_another;
  if (stands && takes_bases_once(options_.resolve.standard)) return;
  base_element_ = first;
  BaseOutcome outcome{fallback_.url, BaseElementFate::used};
  if (first != no_node) {
    outcome = base_from_href(document_.find_attribute(first, "href")->value, fallback_,
                             fallback_base().resolver, policies_);
  }
  base_fate_ = outcome.fate;
  set_document_base(bases_.add(outcome.url), moved);
}

/// "When a document's document base URL changes, all elements in that document are affected by a
/// base URL change" (seed 001 2.6.5). `moved` are the bases of nodes that stood elsewhere before.
void LiveDocument::set_document_base(BaseId base, NodeBases const& moved) {
  if (base == document_base_) return;
  NodeBases before = bases_within(document_.root());
  if (!before.empty() && !moved.empty()) {
    std::unordered_map<NodeId, BaseUrl const*> const elsewhere(moved.begin(), moved.end());
    for (auto& [node, url] : before) {
      if (const auto old = elsewhere.find(node); old != elsewhere.end()) url = old->second;
    }
  }
  document_base_ = base;
  update_scopes(document_.root());
  update_detached_scopes();
  tell(BaseTrigger::document_base, before, bases_within(document_.root()));
  for (auto const& observer : document_observers_) observer();
}

void LiveDocument::set_address(std::string address, FallbackBase fallback) {
  address_ = std::move(address);
  set_fallback(std::move(fallback));
}

void LiveDocument::set_fallback_url(std::string_view url) {
  FallbackBase fallback = fallback_;
  fallback.url = url;
  set_fallback(std::move(fallback));
}

void LiveDocument::set_fallback(FallbackBase fallback) {
  fallback_ = std::move(fallback);
  fallback_base_ = bases_.add(fallback_.url);
  settle_base(base_element_, Set::if_another, {});
}

// Changes of the tree.

NodeId LiveDocument::create_element(Namespace ns, std::string_view name) {
  return document_.create_element(ns, name);
}

NodeId LiveDocument::create_text(std::string_view value) {
  return document_.create_text(value);
}

template <typename Change>
void LiveDocument::change_attribute(NodeId element, std::string_view name, Namespace ns,
                                    Change change) {
  const bool is_href = is_base_href(document_, element, name, ns);
  const auto old_base = xml_base_value(document_, element, options_.xml_base);
  change();
  if (xml_base_value(document_, element, options_.xml_base) != old_base) change_scope(element);
  if (!is_href) return;
  const NodeId first = find_base_element(document_.root());
  settle_base(first, element == first ? Set::again : Set::if_another, {});
}

void LiveDocument::set_attribute(NodeId element, std::string_view name, std::string_view value,
                                 Namespace ns) {
  change_attribute(element, name, ns, [&] { document_.set_attribute(element, name, value, ns); });
}

bool LiveDocument::remove_attribute(NodeId element, std::string_view name, Namespace ns) {
  bool removed = false;
  change_attribute(element, name, ns,
                   [&] { removed = document_.remove_attribute(element, name, ns); });
  return removed;
}

/// `subtree` stands where it was put. `held_base`: the base element that counted is in it.
void LiveDocument::update_after_insertion(NodeId subtree, bool held_base, NodeBases const& moved) {
  update_scopes(subtree);
  const bool in_tree = !document_[subtree].detached;
  NodeId first = base_element_;
  if (held_base || (in_tree && find_base_element(subtree) != no_node))
    first = find_base_element(document_.root());
  const bool first_inserted = in_tree && first != no_node && document_.is_within(first, subtree);
  if (!first_inserted && (held_base || first != base_element_)) {
    settle_base(first, Set::if_another, moved);
  }
  if (!in_tree) return;
  // Insertion steps run in tree order: policies count for the base elements after them.
  const bool policies_count = options_.resolve.standard == url::Standard::whatwg;
  if (!first_inserted && !policies_count) return;
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    if (id == first) settle_base(first, Set::again, moved);
    if (policies_count && is_policy_meta(document_, id)) {
      append_base_uri_policies(policies_, document_.find_attribute(id, "content")->value,
                               fallback_.self);
    }
  }
}

tl::expected<void, InsertError> LiveDocument::insert(NodeId child, NodeId parent, NodeId before) {
  const bool held_base = holds_base_element(child);
  const NodeBases moved = bases_within(child);
  if (auto inserted = document_.insert(child, parent, before); !inserted) return inserted;
  update_after_insertion(child, held_base, moved);
  return {};
}

void LiveDocument::remove(NodeId id) {
  if (id == document_.root()) return;
  const bool held_base = holds_base_element(id);
  document_.remove(id);
  update_scopes(id);
  if (held_base) settle_base(find_base_element(document_.root()), Set::if_another, {});
}

/// "When an element is moved from one document to another, if the two documents have different base
/// URLs, then that element and all its descendants are affected by a base URL change" (seed 001
/// 2.6.5). The document base URLs are compared as they were before the move.
tl::expected<NodeId, InsertError> LiveDocument::adopt(LiveDocument& from, NodeId id, NodeId parent,
                                                      NodeId before) {
  assert(&from != this);
  const bool differ = base().url != from.base().url;
  const NodeId moved = document_.import_subtree(from.document_, id);
  if (auto inserted = document_.insert(moved, parent, before); !inserted) {
    return tl::make_unexpected(inserted.error());
  }
  NodeBases left;
  NodeId copy = moved;
  if (!observers_.empty()) {
    from.walk_bases(id, [&](NodeId, BaseId old) { left.emplace_back(copy++, &from.bases_[old]); });
  }
  from.remove(id);
  declare_scopes(moved);
  update_after_insertion(moved, false, left);
  if (differ) tell(BaseTrigger::document_move, left, bases_within(moved));
  return moved;
}

/// Tells of the nodes that are in both lists, of which each is in tree order.
void LiveDocument::tell(BaseTrigger trigger, NodeBases const& before,
                        NodeBases const& after) const {
  auto old = before.begin();
  for (auto const& [node, url] : after) {
    while (old != before.end() && old->first != node) ++old;
    if (old == before.end()) return;
    const BaseChange change{*this, node, trigger, *old->second, *url};
    for (BaseObserver const& observer : observers_) observer(change);
  }
}

}  // namespace hrefkit::html
