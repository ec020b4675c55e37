// A document that changes, its base URLs, and the elements that are affected when these change
// (HTML Standard 2.4.3 and HTML5 (W3C draft) 2.6.5, "Dynamic changes to base URLs").
//
//   LiveContexts contexts(ContextTree(source, options, notes), options);  // live_contexts.h
//   LiveDocument& page = contexts.main();
//   page.observe([](BaseChange const& change) { update_links_of(change.element); });
//   page.set_attribute(base, "href", "/elsewhere/");  // reports every element
//   page.base_of(link).resolver.resolve("x");
//
// Every change goes through the live document. It keeps the document base URL and the base URL of
// each element that declares an xml:base. A change recomputes only what depends on it: an xml:base
// its own subtree, a base element the document base URL.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

struct BaseStore;
struct StoredFallback;
class LiveDocument;

/// Why elements are affected by a base URL change (HTML5 (W3C draft) 2.6.5, the first three
/// sentences).
enum class BaseTrigger : std::uint8_t {
  xml_base,       ///< an xml:base attribute of the element, or of one around it, changed
  document_base,  ///< the document base URL of its document changed
  document_move,  ///< it was moved from a document with another document base URL
};

/// The name used in output: "xml-base", "document-base", "document-move".
std::string_view name(BaseTrigger trigger);

/// One element that is affected by a base URL change. References live as long as the documents.
struct BaseChange {
  LiveDocument const& document;  ///< the one that the element is in now
  NodeId element;
  BaseTrigger trigger;
  BaseUrl const& before;  ///< the element's base URL until now
  BaseUrl const& after;   ///< and from now on; it may be the same URL
};

/// Called for each affected element, in tree order, after the change; once for each trigger.
/// It must not change the document.
using BaseObserver = std::function<void(BaseChange const&)>;

/// A change of the xml:base of an element; nullopt removes it.
struct XmlBaseEdit {
  NodeId element = no_node;
  std::optional<std::string_view> value = {};
};

/// How a live document interprets its markup.
struct LiveOptions {
  url::ResolveOptions resolve = {};  ///< standard, and the document's encoding
  XmlBase xml_base = XmlBase::on;
  /// Report elements in template content, too, which belong to a document of their own.
  bool templates = false;
};

/// A document and its base URLs. It cannot be moved: observers refer to it.
class LiveDocument {
 public:
  /// Owns `document`, whose address is `address`. Its base URLs go into `store`, which must
  /// outlive it; `inherited` are the policies of the documents around it.
  LiveDocument(Document document, std::string address, StoredFallback const& fallback,
               LiveOptions options, BaseStore& store, PolicyId inherited);
  LiveDocument(LiveDocument const&) = delete;
  LiveDocument& operator=(LiveDocument const&) = delete;

  Document const& document() const { return document_; }
  LiveOptions const& options() const { return options_; }

  /// The document's URL, serialised.
  std::string_view address() const& { return address_; }
  std::string_view address() const&& = delete;
  /// The base URL that the document has without base elements.
  FallbackBase fallback() const;
  /// The policies that the document obeys.
  PolicyId policies() const { return policies_; }

  /// The document base URL.
  BaseUrl const& base() const { return base_url(document_base_); }
  /// The base element that counts, whether or not its href is usable; or `no_node`.
  NodeId base_element() const { return base_element_; }
  /// Whether it gives the document base URL; `used` if there is no such element.
  BaseElementStatus base_status() const { return base_status_; }
  /// Where the document base URL is from.
  BaseSource base_source() const;

  /// The base URL of a node (XML Base, 4.2): that of the nearest element around it, itself
  /// included, whose xml:base is usable, else the document base URL. Costs time for the depth of
  /// the node if the document has such elements.
  BaseUrl const& base_of(NodeId node) const { return base_url(base_id(node)); }

  /// The fallback base URL, which the href of base elements is relative to.
  BaseUrl const& fallback_base() const { return base_url(fallback_); }

  /// The number of the fallback base URL.
  BaseId fallback_id() const { return fallback_; }

  /// A base URL by its number: the documents of a file share numbers.
  BaseUrl const& base_url(BaseId id) const;

  /// Visits the nodes of the document's tree in tree order, each with the number of its base URL.
  void visit_bases(std::function<void(NodeId, BaseId)> const& visit) const {
    visit_bases(document_.root(), visit);
  }

  /// Adds an observer. It lives as long as the document.
  void observe(BaseObserver observer) { observers_.push_back(std::move(observer)); }

  /// Adds one that is called when the document base URL has changed, after the observers of
  /// elements.
  void observe_document_base(std::function<void()> observer) {
    document_observers_.push_back(std::move(observer));
  }

  /// Adds one that is called before an attribute of an element changes.
  void observe_attributes(std::function<void(NodeId)> observer) {
    attribute_observers_.push_back(std::move(observer));
  }

  /// Sets the address of the document, and with it another fallback base URL. Under the standard
  /// that freezes base URLs, that of a base element stays.
  void set_address(std::string address, FallbackBase const& fallback);

  /// Changes the fallback base URL alone: the creator's or container's base URL changed.
  void set_fallback_url(std::string_view url);

  /// Sets the base URLs to those after a reload, when none is frozen. `fallback` is the fallback
  /// base URL then, and `inherited` are the policies of the documents around. Observers are called
  /// for each element whose document base URL changes.
  DocumentBase read_anew(StoredFallback const& fallback, PolicyId inherited);

  /// The fallback base URL, with ids of the file's BaseTable.
  StoredFallback stored_fallback() const;

  /// Sets the xml:base of each of `elements`: the attribute that counts where there is one, else
  /// XML's own. Takes time linear in the size of the document.
  void set_xml_base(std::span<NodeId const> elements, std::string_view value);

  /// Removes every xml:base that counts from each of `elements`, as quickly.
  void remove_xml_base(std::span<NodeId const> elements);

  /// Sets or removes xml:base attributes, each with its own value, as quickly. Each element may
  /// occur once.
  void change_xml_bases(std::span<XmlBaseEdit const> edits);

  // Changes of the tree: see Document. An xml:base that changes affects its element and all below
  // it, whether or not they are in the tree; setting an equal value affects no element.
  NodeId create_element(Namespace ns, std::string_view name) {
    return document_.create_element(ns, name);
  }
  NodeId create_text(std::string_view value) { return document_.create_text(value); }
  void set_attribute(NodeId element, std::string_view name, std::string_view value,
                     Namespace ns = Namespace::none);
  bool remove_attribute(NodeId element, std::string_view name, Namespace ns = Namespace::none);
  tl::expected<void, InsertError> insert(NodeId child, NodeId parent, NodeId before = no_node);
  void remove(NodeId id);

  /// Moves `id`, with all below it, from the document `from` (another one) into this one. The moved
  /// nodes have new ids, consecutive in tree order from the returned one on. When the two document
  /// base URLs differ, the moved elements are affected.
  tl::expected<NodeId, InsertError> adopt(LiveDocument& from, NodeId id, NodeId parent,
                                          NodeId before = no_node);

 private:
  /// Nodes in tree order, each with its base URL.
  using NodeBases = std::vector<std::pair<NodeId, BaseUrl const*>>;

  BaseId base_id(NodeId node) const;
  BaseId base_around(NodeId node) const;
  std::optional<BaseId> scope_at(NodeId node) const;
  void declare_scope(NodeId node);
  void declare_scopes(NodeId subtree);
  void update_scopes(NodeId subtree);
  void update_detached_scopes();
  template <typename Visit>
  void walk_bases(NodeId subtree, Visit visit) const;
  void visit_bases(NodeId subtree, std::function<void(NodeId, BaseId)> const& visit) const;
  bool is_reported(NodeId subtree, NodeId node) const;
  void append_bases(NodeBases& bases, NodeId subtree) const;

  void about_to_change(NodeId element) const;
  template <typename Change>
  void change_attribute(NodeId element, std::string_view name, Namespace ns, Change change);
  void set_xml_base(XmlBaseEdit const& edit);
  std::vector<NodeId> tops_of(std::span<NodeId const> elements) const;
  void update_after_insertion(NodeId subtree, bool held_base, NodeBases const& moved);
  bool holds_base_element(NodeId subtree) const;
  NodeId find_base_element(NodeId subtree) const;
  enum class Freeze : bool { if_new, always };
  void use_base_element(NodeId first, Freeze freeze, NodeBases const& moved);
  void set_document_base(BaseId base, NodeBases const& moved);
  void set_fallback(BaseId fallback);
  DocumentBase find_document_base(StoredFallback const& fallback, PolicyId inherited);
  void renew_budget();
  NodeBases::const_iterator notify(BaseTrigger trigger, NodeBases::const_iterator before,
                                   NodeBases::const_iterator end, NodeId subtree) const;

  Document document_;
  std::string address_;
  LiveOptions options_;
  BaseStore* store_;
  BaseId fallback_;
  BaseId self_;  // a URL of the document's origin
  BaseSource fallback_source_;
  PolicyId policies_ = 0;
  BaseId document_base_ = 0;
  NodeId base_element_ = no_node;
  BaseElementStatus base_status_ = BaseElementStatus::used;
  std::vector<BaseId> scopes_;  // by node, where it declares an xml:base; empty where no node does
  std::vector<BaseObserver> observers_;
  std::vector<std::function<void()>> document_observers_;
  std::vector<std::function<void(NodeId)>> attribute_observers_;
};

}  // namespace hrefkit::html
