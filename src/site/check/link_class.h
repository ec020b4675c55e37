// Which links are judged at all, by what the link table says of them.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/html/link.h"
#include "hrefkit/site/check.h"

namespace hrefkit::site {

/// Why a link is not judged whatever its URL is; nothing when it is judged. `text` is the file's.
std::optional<NotJudged> not_judged_for(html::Link const& link, std::string_view text);

/// True for what describes the page to others: social cards and JSON-LD. Its fragments are names
/// and no places to go to.
bool is_description(html::Link const& link);

/// True when HTML wants a non-empty URL in the link's attribute ("valid non-empty URL potentially
/// surrounded by spaces"), or where an empty one describes nothing: in a social card.
bool wants_url(html::Link const& link);

/// True for what a page loads by itself, so that http is mixed content on an https page (Mixed
/// Content, section 3).
bool is_loaded(html::Link const& link);

/// True when a fragment that leads into an SVG file is one of its ids.
bool asks_for_svg_id(html::Link const& link);

/// True when the link leads a reader to the page that it names.
bool leads_reader(html::Link const& link);

}  // namespace hrefkit::site
