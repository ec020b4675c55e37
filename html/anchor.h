// Places in a document that a fragment can lead to.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

class Document;

/// The value of an `id` attribute, or of the `name` of an HTML a element (HTML Standard 7.4.2.3.3,
/// "find a potential indicated element").
struct Anchor {
  std::string_view name = {};  ///< as the DOM has it, UTF-8
  text::Span span = {};        ///< the value as written, in the document's text

  bool operator==(Anchor const&) const = default;
};

/// The anchors of a document in source order, without those in the content of templates. They live
/// as long as the document.
std::vector<Anchor> find_anchors(Document const& document);
std::vector<Anchor> find_anchors(Document const&& document) = delete;

}  // namespace hrefkit::html
