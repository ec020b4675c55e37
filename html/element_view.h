// The element of a link, for what its other attributes say.
//
//   const html::ElementView form = block.element_of(link);
//   const std::optional<std::string> method = form.attribute("method");
//
// Nothing is read before it is asked for: a question costs the length of the start tag.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

class Document;

/// An attribute of an element that is no markup, such as a rule in a text file.
struct NamedValue {
  std::string_view name = {};
  std::string_view value = {};
};

/// An element: a node of a document tree, the start tag in a text without one, or what stands for
/// an element in a text without markup. A view of either.
class ElementView {
 public:
  /// No element: that of a link in a style sheet, or in the head of an HTTP message.
  ElementView() = default;

  /// The node of a document.
  ElementView(Document const& document, std::uint32_t node) : document_(&document), at_(node) {}

  /// The start tag at an offset of a text of HTML.
  ElementView(std::string_view text, std::uint32_t tag, Namespace ns)
      : text_(text), at_(tag), ns_(ns) {}

  /// An element with one attribute.
  explicit ElementView(NamedValue attribute) : only_(attribute) {}

  /// The value of an attribute in no namespace, as the DOM has it; nullopt where the element does
  /// not have it. The html and body elements of a text, which may have several tags, are known by
  /// the tag of the link.
  std::optional<std::string> attribute(std::string_view name) const;

 private:
  Document const* document_ = nullptr;
  std::string_view text_;
  NamedValue only_;
  std::uint32_t at_ = 0;
  Namespace ns_ = Namespace::none;
};

}  // namespace hrefkit::html
