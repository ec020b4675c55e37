// The URLs that one element carries in its attributes and its text.
//
//   ElementUrls urls(document, {});
//   for (ElementUrl const& url : urls.of(id)) use(url.raw, url.kind);
#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "hrefkit/html/links/element_url.h"
#include "hrefkit/html/links/link_values.h"

namespace hrefkit::html {

/// Reads the URLs of one document's elements.
class ElementUrls {
 public:
  /// `document` must outlive this.
  ElementUrls(Document const& document, AlsoFind also) : document_(document), also_(also) {}

  /// The URLs of `element`, attribute by attribute, then those of its text. Valid until the next
  /// call; the strings that `raw` views live as long as this and the document.
  std::span<ElementUrl const> of(NodeId element);

 private:
  Document const& document_;
  AlsoFind also_;
  std::vector<LinkValue> values_;
  std::vector<ElementUrl> found_;
  std::deque<std::string> strings_;  // strings that are not the document's
};

}  // namespace hrefkit::html
