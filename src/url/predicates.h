// The validity predicates of HTML5 (W3C draft), 2.6.1 and 2.6.3, and of Web addresses in HTML 5, 1
// and 3, and their kinds of absolute URL. Both drafts have the same definitions except for
// "absolute".
#pragma once

#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::url {

/// RFC 3986's <URI-reference>, all of `text`.
bool is_uri_reference(std::string_view text);

/// RFC 3987's <IRI-reference>, all of `text` (UTF-8; ill-formed bytes match nothing).
bool is_iri_reference(std::string_view text);

/// "Valid URL" and "valid Web address": an IRI reference whose query has no unescaped non-ASCII
/// characters, unless the document is in UTF-8 or UTF-16. `document_encoding` is that document's.
bool is_valid_url(std::string_view text, text::Encoding document_encoding);

/// "Valid non-empty URL".
bool is_valid_non_empty_url(std::string_view text, text::Encoding document_encoding);

/// "Valid URL potentially surrounded by spaces": HTML's space characters.
bool is_valid_url_potentially_surrounded_by_spaces(std::string_view text,
                                                   text::Encoding document_encoding);

/// "Valid non-empty URL potentially surrounded by spaces".
bool is_valid_non_empty_url_potentially_surrounded_by_spaces(std::string_view text,
                                                             text::Encoding document_encoding);

/// "Absolute URL" (HTML5 (W3C draft), 2.6.3): it resolves, to the same result relative to any base.
/// "Absolute Web address" (Web addresses in HTML 5, 3): resolving returns the same address.
/// `standard` is html5 or web_address.
bool is_absolute_url(std::string_view url, Standard standard);

/// "Hierarchical URL" (HTML5): an absolute URL with "/" after its scheme and ":", once resolved.
bool is_hierarchical_url(std::string_view url);

/// "Authority-based URL" (HTML5): an absolute URL with "//" after its scheme and ":", once
/// resolved.
bool is_authority_based_url(std::string_view url);

}  // namespace hrefkit::url
