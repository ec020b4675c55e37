// The attributes of elements, read from their start tags with the tokenizer.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The local name of an element of that namespace, from its name as written in a tag.
std::string_view element_name(Document& document, Namespace ns, std::string_view written);

/// Appends the attributes of a tag of `document` to the element that was appended last.
void append_attributes(Document& document, Namespace ns, std::span<TagAttribute const> attributes);

/// Reads the tags of a document at given places.
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

// From a span of the source text to a value of the document.

/// How a piece of source text is decoded: see attribute_value.h.
using SourceDecoder = void (*)(std::string_view raw, std::string& value, text::SourceMap* map);

/// Sets `string.value` (and `string.map`) from the source at `string.span`: a view of the text if
/// nothing needs decoding, else a string that `document` keeps.
void set_from_source(Document& document, SourcedString& string, SourceDecoder decode);

/// Appends the character data at `span` in the text of a foreign element: the text between tags,
/// comments and the borders of CDATA sections. Tree construction ignores the tags there (HTML
/// Standard 13.2.6.5).
void append_foreign_text(Document& document, NodeId parent, text::Span span);

/// A name as the HTML parser stores it: ASCII lower case, U+FFFD for NUL. A view of `written` if
/// that is the same.
std::string_view kept_lower_name(Document& document, std::string_view written);

/// The attribute that an HTML element gets from a tag of `document`.
Attribute attribute_from_tag(Document& document, TagAttribute const& written);

}  // namespace hrefkit::html
