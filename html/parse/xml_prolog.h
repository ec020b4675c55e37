// The prolog of an XML document, and the root element's start tag.
//
// The XML parser of hrefkit reports no processing instructions and, before it has built a tree, not
// the kind of document. So the few bytes up to the root element are read separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The prolog of a document (XML 1.0, section 2.8).
struct XmlProlog {
  /// The text between the target `xml-stylesheet` and `?>`, of each such instruction outside of the
  /// document type declaration.
  std::vector<text::Span> stylesheets = {};
  /// The namespace of the root element, as the tree has it; `none` without a root element.
  Namespace root = Namespace::none;
  /// The root element's name with its prefix; empty where its start tag does not end.
  std::string_view root_name = {};
  /// True where the root element declares the namespace of its prefix.
  bool declares_namespace = false;
  /// True where the document type declaration has declarations of its own.
  bool has_internal_subset = false;
};

/// Reads the prolog of `text`. Takes time linear in the prolog's length. Of a prolog that is not
/// well-formed, the part before the fault is right; the rest is unspecified.
XmlProlog read_xml_prolog(std::string_view text);

// The places of the parts of an XML start tag in the source.
//
//   XmlStartTag tag(text, span);
//   while (auto attribute = tag.next()) use(attribute->name, attribute->value);

/// An attribute as written; `value` is the text between the quotes.
struct XmlAttributeSource {
  text::Span name;
  text::Span value;
};

/// The parts of a start tag or empty-element tag that is known to be well-formed (XML 1.0, section
/// 3.1). On other text the answers mean nothing, but lie within the tag.
class XmlStartTag {
 public:
  /// `tag` runs from `<` to `>`, both included. `text` must outlive this.
  XmlStartTag(std::string_view text, text::Span tag);

  /// The element's name with its prefix, if it has one.
  text::Span name() const { return name_; }

  /// The next attribute in source order; nullopt after the last.
  std::optional<XmlAttributeSource> next();

 private:
  text::Span read_name();

  std::string_view text_;  ///< up to the end of the tag
  std::size_t position_;
  text::Span name_;
};

// The namespaces in force at a place of an XML document (Namespaces in XML 1.0, sections 2 to 6).
//
//   namespaces.enter();                      // <svg xmlns="http://www.w3.org/2000/svg">
//   namespaces.declare("", "http://www.w3.org/2000/svg");
//   namespaces.find("")->ns                  // Namespace::svg
//   namespaces.leave();                      // </svg>

/// A namespace, and the number of its name.
struct XmlNamespace {
  Namespace ns = Namespace::none;
  std::uint32_t number = 0;

  bool operator==(XmlNamespace const&) const = default;
};

/// A name as written, cut at its colon.
struct QualifiedName {
  std::string_view prefix;  ///< empty without a colon
  std::string_view local;
};

/// The parts of `name`; nullopt for a name with several colons, or with one at an end (section 4).
std::optional<QualifiedName> split_qualified_name(std::string_view name);

/// True for `xmlns` and names that begin with `xmlns:`.
bool is_namespace_declaration(std::string_view name);

/// The prefix that a namespace declaration of that name declares; empty for the default namespace.
std::string_view declared_prefix(std::string_view name);

/// The declarations of the open elements. Each costs its own length, not that of all others.
class XmlNamespaces {
 public:
  XmlNamespaces();
  XmlNamespaces(XmlNamespaces const&) = delete;  // changes point to bindings
  XmlNamespaces& operator=(XmlNamespaces const&) = delete;

  /// Enters an element. Its declarations follow.
  void enter() { ++depth_; }

  /// Leaves the innermost element: its declarations end.
  void leave();

  /// Declares a prefix, or the default namespace with an empty one, in the innermost element. False
  /// for what may not be declared (section 3, "Reserved Prefixes and Namespace Names", and section
  /// 5): then nothing changes.
  bool declare(std::string_view prefix, std::string_view uri);

  /// The namespace of a prefix; of the default namespace for an empty one, which is `none` unless
  /// it is declared. nullopt for a prefix that is not declared.
  std::optional<XmlNamespace> find(std::string_view prefix) const;

 private:
  using Binding = std::optional<XmlNamespace>;
  struct Change {
    std::size_t depth;  // of the element that made it
    Binding* binding;
    Binding before;
  };

  XmlNamespace intern(std::string_view uri);

  std::map<std::string, XmlNamespace, std::less<>> names_;
  std::map<std::string, Binding, std::less<>> bindings_;  // by prefix
  Binding* default_;                                      // of the empty prefix
  std::vector<Change> changes_;
  std::size_t depth_ = 0;
};

}  // namespace hrefkit::html
