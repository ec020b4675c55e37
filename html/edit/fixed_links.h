// Links that are never changed.
#pragma once

#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// True for a link that stays as it is whatever is wanted: it is local to its document, it names a
/// type or an item, it is empty and fetches nothing, or it stands in a script.
bool is_fixed(Link const& link);

/// True for a URL in the text of a script: an import map or JSON-LD.
bool is_in_script(Link const& link);

/// True for a URL (serialised) that is no address: javascript:, data:, mailto:, about:, blob:.
bool is_fixed_url(std::string_view url);

/// True when the URL of a link is that of its page, `page`, except for the fragment.
bool is_same_document(std::string_view url, std::string_view page);

}  // namespace hrefkit::html
