// The places to remove from a start tag so that it has no href, or no xml:base.
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

/// The places to remove so that the base element whose start tag is `tag` has no href: the
/// attribute, with the white space before it and with duplicates of it, or the whole element if no
/// other attribute is left on it, unless it is `kept`. Spans count in `text`.
std::vector<text::Span> base_removal(std::string_view text, text::Span tag,
                                     ContentType content_type, EmptyBase empty);

/// True if a base element whose start tag is `tag` may have opened the document or its head, so
/// that a doctype or a head tag after it is ignored (HTML Standard 13.2.6.4.2 and 13.2.6.4.4):
/// without the element, it would count. The same holds for the marker of a template behind the
/// element: without the element it could be before the head.
bool opens_document(std::string_view text, text::Span tag);

/// The places to remove so that the element whose start tag is `tag` has no attribute `name` (in
/// lower case): the attribute, with the white space before it, and duplicates of it. Spans count in
/// `text`.
std::vector<text::Span> attribute_removal(std::string_view text, text::Span tag,
                                          std::string_view name, ContentType content_type);

// The xml:base attributes of a page.

/// An attribute that counts, or would if its value were usable.
struct XmlBaseAttribute {
  text::Span place = {};      ///< with the white space before it, in the file's text
  std::string element = {};   ///< local name
  std::string value = {};     ///< as the DOM has it
  std::string url = {};       ///< the base URL that it gave; empty if none, as for duplicates
  std::string context = {};   ///< index path of the frames
  bool is_duplicate = false;  ///< of the one before it: it counts once that is removed
};

/// All of them, in the file's document and those in it, outside of template content. In the order
/// of the source.
std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options);

}  // namespace hrefkit::html
