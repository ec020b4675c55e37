// Finds the spans to remove so that a tag has no href or no xml:base.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Whether a base element without attributes is removed.
enum class EmptyBase { removed, kept };

/// The spans of `text` to remove so that the base element with the start tag `tag` has no href: the
/// attribute and its duplicates, each with the white space before it; or the whole element, if it
/// has no other attribute and `empty` is `removed`.
std::vector<text::Span> base_removal(std::string_view text, text::Span tag,
                                     ContentType content_type, EmptyBase empty);

/// True if the base element with the start tag `tag` may have opened the document or its head, so
/// that removing it could change the meaning of what follows: a doctype or head tag after it is
/// ignored now (HTML Standard 13.2.6.4.2 and 13.2.6.4.4), and the marker of a template after it is
/// in the head now.
bool opens_document(std::string_view text, text::Span tag);

/// The spans of `text` to remove so that the element with the start tag `tag` has no attribute
/// `name` (lower case): the attribute and its duplicates, each with the white space before it.
std::vector<text::Span> attribute_removal(std::string_view text, text::Span tag,
                                          std::string_view name, ContentType content_type);

// The xml:base attributes of a page.

/// An xml:base attribute that is removed, or gets another value.
struct XmlBaseAttribute {
  text::Span place = {};  ///< in the file's text: the attribute with the white space before it, or
                          ///< its value, if it gets another one
  std::string element = {};    ///< local name
  std::string value = {};      ///< in the DOM
  std::string url = {};        ///< the base URL that it sets; empty if none, as for duplicates
  std::string new_value = {};  ///< what is written instead; empty: nothing
  std::string new_url = {};    ///< the URL of that
  std::string context = {};    ///< index path of the frames
  bool is_duplicate = false;   ///< of the one before it: it would apply once that is removed
};

/// All of them in source order, in the file's document and the documents embedded in it, outside of
/// template content.
std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options);

}  // namespace hrefkit::html
