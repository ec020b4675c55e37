// XML (XHTML, SVG) through Expat into our own document. The only file that knows expat.h is
// xml_adapter.cpp.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// Parses `text` (valid UTF-8 without a byte order mark, at most 4 GiB; what its XML declaration
/// says of an encoding does not count) as XML 1.0 with namespaces. The document holds views of
/// `text`.
///
/// Of a text that is not well-formed the document holds what stands before the fault, and `notes`
/// has a `not_well_formed` note whose span is the fault's place. Nothing outside of `text` is read:
/// external entities are left out, and the document types of XHTML and MathML that browsers know
/// bring HTML's names (HTML Standard 14.2). Entities that expand to too much, or nest too deep, are
/// a fault.
///
/// Values that come from entities are mapped to the reference; values of attributes that only the
/// document type gives have an empty span at the start of the tag.
Document parse_xml(std::string_view text, Notes& notes);

}  // namespace hrefkit::html
