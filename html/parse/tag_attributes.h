// The attributes of elements, read from their start tags with the tokenizer.
#pragma once

#include <span>
#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The local name of an element of that namespace, from its name as written in a tag.
std::string_view element_name(Document& document, Namespace ns, std::string_view written);

/// Appends the attributes of a tag of `document` to the element that was appended last.
void append_attributes(Document& document, Namespace ns, std::span<TagAttribute const> attributes);

/// Reads the tags of a document wherever they stand.
class TagReader {
 public:
  explicit TagReader(Document& document) : document_(document), tokenizer_(document.text()) {}

  /// Appends the attributes of the start tag at `span` to the element that was appended last.
  void append(Namespace ns, text::Span span);

  /// Appends those of the tags at `spans` in their order; of attributes of one name only the first.
  void append_merged(std::span<text::Span const> spans);

 private:
  Tag const& read(text::Span span);

  Document& document_;
  TagTokenizer tokenizer_;
  Tag tag_;
};

}  // namespace hrefkit::html
