// The URLs that one element carries in its attributes and its text.
//
//   ElementUrls urls(document, {});
//   for (ElementUrl const& url : urls.of(id)) use(url.raw, url.kind);
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"

namespace hrefkit::html {

/// One URL of an element.
struct ElementUrl {
  LinkRow const* row = nullptr;  ///< what the attribute or the text is
  std::string_view raw;          ///< as the DOM has it; lives as long as reader and document
  text::Span span;          ///< as written, in the document's text; {} where it is not from there
  std::uint32_t index = 0;  ///< counts the candidates of one value
  LinkKind kind = LinkKind::hyperlink;  ///< the row's, or what `rel` makes of it
};

/// Reads the URLs of one document's elements.
class ElementUrls {
 public:
  /// `document` must outlive this.
  ElementUrls(Document const& document, AlsoFind also) : document_(document), also_(also) {}

  /// The URLs of `element`, attribute by attribute, then those of its text. Valid until the next
  /// call; what the `raw`s view lives as long as this and the document.
  std::span<ElementUrl const> of(NodeId element);

 private:
  std::string_view value_of(std::string_view name) const;
  void read_card();
  void read_script();
  void read_text(LinkRow const& row);
  void read_value(LinkRow const& row, SourcedString const& value);
  void read_refresh(LinkRow const& row, SourcedString const& value);
  template <typename Urls>
  void read_found(LinkRow const& row, SourcedString const& value, Urls urls);
  template <typename List>
  void read_list(LinkRow const& row, SourcedString const& value, List list);
  std::optional<SourcedString> text_within();
  SourcedString join(std::vector<SourcedString const*> const& pieces);
  bool is_css() const;
  void add(LinkRow const& row, SourcedString const& value, text::Span span, std::uint32_t index,
           std::string_view raw);

  Document const& document_;
  AlsoFind also_;
  NodeId element_ = no_node;  // the one being read
  std::vector<ElementUrl> found_;
  std::deque<std::string> values_;  // strings that stand nowhere in the document
  std::deque<text::SourceMap> maps_;
};

}  // namespace hrefkit::html
