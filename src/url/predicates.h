// What HTML5's drafts (seeds/000, 001, 002: 2.6.1, 2.6.3) and "Web addresses in HTML 5" (seeds/004
// section 1) call a valid URL, and the kinds of absolute URL that they tell apart.
#pragma once

#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::url {

/// RFC 3986's <URI-reference>, all of `text`.
bool is_uri_reference(std::string_view text);

/// RFC 3987's <IRI-reference>, all of `text` (UTF-8; ill-formed bytes match nothing).
bool is_iri_reference(std::string_view text);

/// "Valid URL" and "valid Web address": a URI reference, or an IRI reference that has no query, or
/// one with no unescaped non-ASCII characters, or whose document is in UTF-8 or UTF-16.
/// `document_encoding` is that document's.
bool is_valid_url(std::string_view text, text::Encoding document_encoding);

/// "Valid non-empty URL".
bool is_valid_non_empty_url(std::string_view text, text::Encoding document_encoding);

/// "Valid URL potentially surrounded by spaces": HTML's space characters.
bool is_valid_url_potentially_surrounded_by_spaces(std::string_view text,
                                                   text::Encoding document_encoding);

/// "Valid non-empty URL potentially surrounded by spaces".
bool is_valid_non_empty_url_potentially_surrounded_by_spaces(std::string_view text,
                                                             text::Encoding document_encoding);

/// "Absolute URL" (HTML5): it resolves, to the same whatever it is resolved relative to.
bool is_absolute_url(std::string_view url);

/// "Hierarchical URL" (HTML5): an absolute URL with "/" after its scheme and ":", once resolved.
bool is_hierarchical_url(std::string_view url);

/// "Authority-based URL" (HTML5): an absolute URL with "//" after its scheme and ":", once
/// resolved.
bool is_authority_based_url(std::string_view url);

/// "Absolute Web address" (seeds/004 section 3): resolving gives the same address back.
bool is_absolute_web_address(std::string_view address);

/// The URLs about:legacy-compat and about:srcdoc, which HTML5 reserves as unresolvable. `url` is
/// absolute; its fragment does not count.
bool is_reserved_about_url(std::string_view url);

}  // namespace hrefkit::url
