#include "hrefkit/html/live_document.h"

#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/context.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

namespace {

// The xml:base scopes of a live document: which elements declare one, which is in force where, and
// which elements are reported.

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

/// The base in force around a node.
BaseId LiveDocument::base_around(NodeId node) const {
  const NodeId parent = document_[node].parent;
  return parent == no_node ? document_base_ : base_id(parent);
}

/// Records whether an element declares a base; update_scopes computes it.
void LiveDocument::declare_scope(NodeId node) {
  const bool declares = find_xml_base(document_, node, options_.xml_base).has_value();
  if (declares && node >= scopes_.size()) scopes_.resize(document_.size(), no_scope);
  if (node < scopes_.size()) scopes_[node] = declares ? document_base_ : no_scope;
}

/// Records the elements of a subtree that declare a base.
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

/// The same for detached subtrees, which refer to the document base URL, too.
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

/// True for the nodes of `subtree` that observers are called for. Template content belongs to
/// another document (HTML Standard 4.12.3): it is left out, unless the options ask for it or the
/// subtree itself is in there.
bool LiveDocument::is_reported(NodeId subtree, NodeId id) const {
  const Node node = document_[id];
  return node.type == NodeType::element &&
         (!node.inert || options_.templates || document_[subtree].inert);
}

/// Appends the elements of a subtree that observers will be called for, with their bases; none if
/// there is no observer.
void LiveDocument::append_bases(NodeBases& bases, NodeId subtree) const {
  if (observers_.empty()) return;
  walk_bases(subtree, [&](NodeId id, BaseId base) {
    if (is_reported(subtree, id)) bases.emplace_back(id, &base_url(base));
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
void LiveDocument::change_xml_bases(std::span<XmlBaseEdit const> edits) {
  renew_budget();
  std::vector<XmlBaseEdit> changes;
  std::vector<NodeId> elements;
  for (XmlBaseEdit const& edit : edits) {
    const auto old = find_xml_base(document_, edit.element, options_.xml_base);
    const bool stays = edit.value ? old && old->value == *edit.value : !old;
    if (stays) continue;
    changes.push_back(edit);
    elements.push_back(edit.element);
  }
  std::vector<NodeId> tops;
  if (options_.xml_base != XmlBase::off) tops = tops_of(elements);
  NodeBases before;
  for (const NodeId top : tops) append_bases(before, top);
  for (XmlBaseEdit const& change : changes) {
    about_to_change(change.element);
    set_xml_base(change);
    declare_scope(change.element);
  }
  for (const NodeId top : tops) update_scopes(top);
  auto next = before.cbegin();
  for (const NodeId top : tops) next = notify(BaseTrigger::xml_base, next, before.cend(), top);
}

/// Sets the attribute that counts, or removes all that count.
void LiveDocument::set_xml_base(XmlBaseEdit const& edit) {
  const NodeId id = edit.element;
  auto old = find_xml_base(document_, id, options_.xml_base);
  if (edit.value) {
    const std::string name(old ? old->name : "base");
    document_.set_attribute(id, name, *edit.value, old ? old->ns : Namespace::xml);
    return;
  }
  for (; old; old = find_xml_base(document_, id, options_.xml_base)) {
    document_.remove_attribute(id, std::string(old->name), old->ns);
  }
}

void LiveDocument::set_xml_base(std::span<NodeId const> elements, std::string_view value) {
  std::vector<XmlBaseEdit> edits;
  edits.reserve(elements.size());
  for (const NodeId id : elements) edits.push_back({id, value});
  change_xml_bases(edits);
}

void LiveDocument::remove_xml_base(std::span<NodeId const> elements) {
  std::vector<XmlBaseEdit> edits;
  edits.reserve(elements.size());
  for (const NodeId id : elements) edits.push_back({id, std::nullopt});
  change_xml_bases(edits);
}

void LiveDocument::about_to_change(NodeId element) const {
  for (auto const& observer : attribute_observers_) observer(element);
}

/// Calls observers for the nodes of a subtree from `before` to `end`, in tree order, with their old
/// bases. Returns the place of the last of them.
LiveDocument::NodeBases::const_iterator LiveDocument::notify(BaseTrigger trigger,
                                                             NodeBases::const_iterator before,
                                                             NodeBases::const_iterator end,
                                                             NodeId subtree) const {
  auto old = before;
  walk_bases(subtree, [&](NodeId id, BaseId base) {
    if (old == end || !is_reported(subtree, id)) return;
    while (old != end && old->first != id) ++old;
    if (old == end) return;
    const BaseChange change{*this, id, trigger, *old->second, base_url(base)};
    for (BaseObserver const& observer : observers_) observer(change);
    before = old;
  });
  return before;
}

namespace {

/// The value of the xml:base attribute that counts; nullopt without one.
std::optional<std::string> xml_base_value(Document const& document, NodeId element, XmlBase which) {
  const auto attribute = find_xml_base(document, element, which);
  if (!attribute) return std::nullopt;
  return std::string(attribute->value);
}

/// True for a name that the xml:base attribute can have.
bool is_xml_base_name(std::string_view name) {
  return name == "base" || name == "xml:base";
}

bool is_base_href(Document const& document, NodeId element, std::string_view name, Namespace ns) {
  return name == "href" && ns == Namespace::none && document.is_html(element, "base") &&
         !document[element].detached;
}

}  // namespace

std::string_view name(BaseTrigger trigger) {
  static constexpr text::EnumTable<BaseTrigger::document_move> names({
      {BaseTrigger::xml_base, "xml-base"},
      {BaseTrigger::document_base, "document-base"},
      {BaseTrigger::document_move, "document-move"},
  });
  return names[trigger].name;
}

LiveDocument::LiveDocument(Document document, std::string address, StoredFallback const& fallback,
                           LiveOptions options, BaseStore& store, PolicyId inherited)
    : document_(std::move(document)),
      address_(std::move(address)),
      options_(options),
      store_(&store),
      fallback_(fallback.url),
      self_(fallback.self),
      fallback_source_(fallback.source) {
  document_base_ = find_document_base(fallback, inherited).base;
  declare_scopes(document_.root());
}

/// Finds the document base URL as in a document that is loaded now. Sets the policies and the base
/// element, but not `document_base_`.
DocumentBase LiveDocument::find_document_base(StoredFallback const& fallback, PolicyId inherited) {
  DocumentBase base = document_base(document_, fallback, *store_, inherited);
  policies_ = base.policies;
  base_element_ = find_base_element(document_.root());
  base_status_ = BaseElementStatus::used;
  for (BaseElement const& element : base.elements) {
    if (element.node == base_element_) base_status_ = element.status;
  }
  return base;
}

DocumentBase LiveDocument::read_anew(StoredFallback const& fallback, PolicyId inherited) {
  fallback_ = fallback.url;
  self_ = fallback.self;
  fallback_source_ = fallback.source;
  DocumentBase base = find_document_base(fallback, inherited);
  set_document_base(base.base, {});
  return base;
}

StoredFallback LiveDocument::stored_fallback() const {
  return {fallback_, fallback_source_, self_};
}

FallbackBase LiveDocument::fallback() const {
  return {std::string(base_url(fallback_).url()), fallback_source_,
          std::string(base_url(self_).url())};
}

BaseSource LiveDocument::base_source() const {
  const bool from_element = base_element_ != no_node && base_status_ == BaseElementStatus::used;
  return from_element ? BaseSource::base : fallback_source_;
}

BaseUrl const& LiveDocument::base_url(BaseId id) const {
  return store_->bases[id];
}

/// Each change may need as many new base URLs as the document did.
void LiveDocument::renew_budget() {
  store_->bases.renew_budget();
}

// The document base URL.

/// The first base element of a subtree, in tree order, that may count.
NodeId LiveDocument::find_base_element(NodeId subtree) const {
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    const Node node = document_[id];
    if (node.name == "base" && node.type == NodeType::element && !node.clone &&
        rule_out_base_element(document_, id, options_.resolve.standard) ==
            BaseElementStatus::used) {
      return id;
    }
  }
  return no_node;
}

/// True when the base element that counts is in the subtree.
bool LiveDocument::holds_base_element(NodeId subtree) const {
  return base_element_ != no_node && document_.is_within(base_element_, subtree);
}

/// Makes `first`, the result of find_base_element, give the document base URL. HTML Standard 4.2.3:
/// its frozen base URL is set when it becomes the first, and when its href is changed; the older
/// standards resolve it each time.
void LiveDocument::use_base_element(NodeId first, Freeze freeze, NodeBases const& moved) {
  const bool stands = first == base_element_ && first != no_node && freeze == Freeze::if_new;
  if (stands && takes_bases_once(options_.resolve.standard)) return;
  base_element_ = first;
  tl::expected<BaseId, BaseElementStatus> base = fallback_;
  if (first != no_node) {
    base = base_from_href(document_.find_attribute(first, "href")->value, fallback_, *store_,
                          policies_);
  }
  base_status_ = base ? BaseElementStatus::used : base.error();
  set_document_base(base.value_or(fallback_), moved);
}

/// "When a document's document base URL changes, all elements in that document are affected by a
/// base URL change" (HTML5 (W3C draft) 2.6.5). `moved` are the bases of nodes that were elsewhere
/// before.
void LiveDocument::set_document_base(BaseId base, NodeBases const& moved) {
  if (base == document_base_) return;
  NodeBases before;
  append_bases(before, document_.root());
  if (!before.empty() && !moved.empty()) {
    std::unordered_map<NodeId, BaseUrl const*> const elsewhere(moved.begin(), moved.end());
    for (auto& [node, url] : before) {
      if (const auto old = elsewhere.find(node); old != elsewhere.end()) url = old->second;
    }
  }
  document_base_ = base;
  update_scopes(document_.root());
  update_detached_scopes();
  notify(BaseTrigger::document_base, before.cbegin(), before.cend(), document_.root());
  for (auto const& observer : document_observers_) observer();
}

void LiveDocument::set_address(std::string address, FallbackBase const& fallback) {
  renew_budget();
  address_ = std::move(address);
  const StoredFallback stored = store_fallback(*store_, fallback, options_.resolve.encoding);
  self_ = stored.self;
  fallback_source_ = stored.source;
  set_fallback(stored.url);
}

void LiveDocument::set_fallback_url(std::string_view url) {
  set_fallback(store_->bases.add(url, options_.resolve.encoding));
}

void LiveDocument::set_fallback(BaseId fallback) {
  fallback_ = fallback;
  use_base_element(base_element_, Freeze::if_new, {});
}

// Changes of the tree.

template <typename Change>
void LiveDocument::change_attribute(NodeId element, std::string_view name, Namespace ns,
                                    Change change) {
  renew_budget();
  const bool is_href = is_base_href(document_, element, name, ns);
  NodeBases before;
  if (is_xml_base_name(name)) append_bases(before, element);
  const auto old_base = xml_base_value(document_, element, options_.xml_base);
  about_to_change(element);
  change();
  if (xml_base_value(document_, element, options_.xml_base) != old_base) {
    declare_scope(element);
    update_scopes(element);
    notify(BaseTrigger::xml_base, before.cbegin(), before.cend(), element);
  }
  if (!is_href) return;
  const NodeId first = find_base_element(document_.root());
  use_base_element(first, element == first ? Freeze::always : Freeze::if_new, {});
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

/// Updates the base URLs after `subtree` was inserted. `held_base`: the base element that counted
/// is in it.
void LiveDocument::update_after_insertion(NodeId subtree, bool held_base, NodeBases const& moved) {
  update_scopes(subtree);
  const bool in_tree = !document_[subtree].detached;
  NodeId first = base_element_;
  if (held_base || (in_tree && find_base_element(subtree) != no_node)) {
    first = find_base_element(document_.root());
  }
  const bool first_inserted = in_tree && first != no_node && document_.is_within(first, subtree);
  if (!first_inserted && (held_base || first != base_element_)) {
    use_base_element(first, Freeze::if_new, moved);
  }
  if (!in_tree) return;
  // Insertion steps run in tree order: policies count for the base elements after them.
  const bool policies_count = options_.resolve.standard == url::Standard::whatwg;
  if (!first_inserted && !policies_count) return;
  for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
    if (id == first) use_base_element(first, Freeze::always, moved);
    if (policies_count && is_policy_meta(document_, id)) {
      policies_ = store_->policies.append(policies_, document_.find_attribute(id, "content")->value,
                                          base_url(self_).url());
    }
  }
}

tl::expected<void, InsertError> LiveDocument::insert(NodeId child, NodeId parent, NodeId before) {
  renew_budget();
  const bool held_base = holds_base_element(child);
  NodeBases moved;
  append_bases(moved, child);
  if (auto inserted = document_.insert(child, parent, before); !inserted) return inserted;
  update_after_insertion(child, held_base, moved);
  return {};
}

void LiveDocument::remove(NodeId id) {
  if (id == document_.root()) return;
  renew_budget();
  const bool held_base = holds_base_element(id);
  document_.remove(id);
  update_scopes(id);
  if (held_base) use_base_element(find_base_element(document_.root()), Freeze::if_new, {});
}

/// "When an element is moved from one document to another, if the two documents have different base
/// URLs, then that element and all its descendants are affected by a base URL change" (HTML5 (W3C
/// draft) 2.6.5). The document base URLs are compared as they were before the move.
tl::expected<NodeId, InsertError> LiveDocument::adopt(LiveDocument& from, NodeId id, NodeId parent,
                                                      NodeId before) {
  assert(&from != this);
  renew_budget();
  const bool differ = base().url() != from.base().url();
  const NodeId moved = document_.import_subtree(from.document_, id);
  if (auto inserted = document_.insert(moved, parent, before); !inserted) {
    return tl::make_unexpected(inserted.error());
  }
  NodeBases left;
  NodeId copy = moved;
  if (!observers_.empty()) {
    from.visit_bases(id,
                     [&](NodeId, BaseId old) { left.emplace_back(copy++, &from.base_url(old)); });
  }
  from.remove(id);
  declare_scopes(moved);
  update_after_insertion(moved, false, left);
  if (differ) notify(BaseTrigger::document_move, left.cbegin(), left.cend(), moved);
  return moved;
}

}  // namespace hrefkit::html
