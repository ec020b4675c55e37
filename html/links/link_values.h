// The values of a document's elements in which URLs stand, and the URLs of one value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/links/element_url.h"
#include "hrefkit/html/links/value_urls.h"

namespace hrefkit::html {

/// True for the elements whose URLs are links of the document. With `templates`, those in the
/// content of templates are, too.
inline bool carries_links(Node const& node, bool templates) {
  return node.type == NodeType::element && !node.clone && !node.is_shadow_root &&
         (templates || !node.inert);
}

/// A value that holds links: an attribute of its element, or the element's text.
struct LinkValue {
  static constexpr std::uint32_t text = UINT32_MAX;

  LinkRow const* row = nullptr;
  std::uint32_t attribute = text;  ///< the place among the element's attributes, or `text`
  std::uint32_t begin = 0;         ///< where it begins in the document's text
};

/// Appends the values of `element` that hold links: its attributes in their order, then its text,
/// then what `also` asks for.
void append_link_values(std::vector<LinkValue>& values, Document const& document, NodeId element,
                        AlsoFind const& also);

/// The first text among the children of `element`, or no_node.
NodeId first_text(Document const& document, NodeId element);

/// Reads the URLs of one value. It stays where it was made.
class LinkValueReader {
 public:
  LinkValueReader(Document const& document, NodeId element, LinkValue const& value);
  LinkValueReader(LinkValueReader const&) = delete;
  LinkValueReader& operator=(LinkValueReader const&) = delete;

  /// The next URL; nothing after the last. Its `raw` lives until the next call.
  std::optional<ElementUrl> next();

  /// True when the `raw` of the last URL lives as long as the document.
  bool raw_is_of_document() const { return raw_is_of_document_; }

  /// Where the whole value is written.
  text::Span written_value() const { return string_.span; }

  /// The byte before the last URL in the value; 0 at its start.
  char byte_before() const { return byte_before_; }

 private:
  SourcedString string_of(Document const& document, NodeId element, LinkValue const& value);
  SourcedString join(std::vector<SourcedString const*> const& pieces);

  LinkRow const* row_;
  LinkKind kind_;
  bool at_once_;
  std::string joined_;  // the text of several nodes
  text::SourceMap joined_map_;
  SourcedString string_;
  ValueUrls urls_;
  std::uint32_t index_ = 0;
  bool raw_is_of_document_ = false;
  char byte_before_ = 0;
};

}  // namespace hrefkit::html
