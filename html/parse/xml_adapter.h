// Parses XML (XHTML, SVG) with Expat into a Document. Only xml_adapter.cpp includes expat.h.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// Parses `text` (valid UTF-8 without a byte order mark, at most `text::max_text_bytes`) as XML 1.0
/// with namespaces. The encoding in its XML declaration does not count. The document holds views of
/// `text`.
///
/// Of a text that is not well-formed the document holds the part before the fault, and `notes`
/// has a `not_well_formed` note whose span is the fault's place. Nothing outside of `text` is read:
/// external entities are left out, and the document types of XHTML and MathML that browsers know
/// bring HTML's names (HTML Standard 14.2, "Parsing XML documents").
///
/// An error of namespaces, such as a prefix that is not declared, is a `namespace_error` note. Its
/// element or attribute keeps the name as written and is in no namespace.
///
/// The cost is in proportion to the text. Entities that expand to too much or nest too deep,
/// elements that nest too deep and too many attribute declarations are a fault like the first one;
/// default attributes past a limit are left out, with a `left_out` note (xml_entities.h).
///
/// Values that come from entities are mapped to the reference; values of attributes that only the
/// document type gives have an empty span at the start of the tag.
///
/// Throws std::bad_alloc when there is not enough memory.
Document parse_xml(std::string_view text, Notes& notes);

}  // namespace hrefkit::html
