// What is taken out of a start tag when an attribute goes.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What becomes of a base element without attributes.
enum class EmptyBase { goes, stays };

/// The places to remove so that the base element whose start tag is `tag` has no href: the
/// attribute, with the white space before it and with duplicates of it, or the whole element where
/// nothing else is left on it, unless it `stays`. Spans count in `text`.
std::vector<text::Span> base_removal(std::string_view text, text::Span tag,
                                     ContentType content_type, EmptyBase empty);

/// True when a base element whose start tag is `tag` may have opened the document or its head, so
/// that a doctype or a head tag after it is ignored (HTML Standard 13.2.6.4.2 and 13.2.6.4.4):
/// without the element, that one would count. So it is with a marker of a template behind the
/// element: without it the marker could stand before the head.
bool opens_document(std::string_view text, text::Span tag);

/// The places to remove so that the element whose start tag is `tag` has no attribute `name` (in
/// lower case): the attribute, with the white space before it, and duplicates of it. Spans count in
/// `text`.
std::vector<text::Span> attribute_removal(std::string_view text, text::Span tag,
                                          std::string_view name, ContentType content_type);

}  // namespace hrefkit::html
