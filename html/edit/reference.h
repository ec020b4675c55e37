// The style of a reference, and writing another one in that style.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/rewrite.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// The parts of a URL that a reference, as in the DOM, takes from its base; nullopt for one that
/// takes none. "https:x" takes the host, in an unusual way, and counts as `scheme`; `path` are "x",
/// "?q", "#f" and "", too.
std::optional<url::ReferenceShape> shape_of(std::string_view raw);

/// True when `raw`, which leads to the right URL, has the form already. `keeps_document` says that
/// a fragment alone leads into the document itself.
bool has_form(std::string_view raw, UrlForm form, bool keeps_document);

/// Predicate for the references that may be written.
using MayWrite = std::function<bool(std::string_view reference)>;

/// Sets `out` to a reference that `base` resolves to `url` (absolute, serialised): of the form, or,
/// as written, in the style of `raw`. If `may_write` refuses a relative one, one from the root is
/// tried; else it is the absolute URL. Never empty.
void write_reference(std::string& out, std::string_view url, url::Resolver const& base,
                     UrlForm form, std::string_view raw, MayWrite const& may_write);

}  // namespace hrefkit::html
