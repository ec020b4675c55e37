// The style of a reference (relative, from the root, absolute), and writing a reference in that
// style.
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

/// The parts of a URL that a reference (its value in the DOM) takes from its base; nullopt if it
/// takes none. `path` includes "?q", "#f" and "". "https:x", which takes the host, counts as
/// `scheme`.
std::optional<url::ReferenceShape> shape_of(std::string_view raw);

/// True if `raw`, which leads to the right URL, has the form already. `keeps_document`: the URL is
/// that of the document, so a fragment alone also counts as root-relative.
bool has_form(std::string_view raw, UrlForm form, bool keeps_document);

/// Predicate for the references that may be written.
using MayWrite = std::function<bool(std::string_view reference)>;

/// What a reference is read as.
enum class ReferenceText : std::uint8_t {
  url,
  specifier,  ///< of a module: a relative one begins with `./` or `../`
};

/// Sets `out` to a reference that `base` resolves to `url` (absolute, serialised), in the requested
/// form, or with UrlForm::as_written in the style of `raw`. If there is no such relative reference,
/// or `may_write` refuses it, a reference from the root is tried, then the absolute URL is used.
/// Never empty.
void write_reference(std::string& out, std::string_view url, url::Resolver const& base,
                     UrlForm form, std::string_view raw, MayWrite const& may_write,
                     ReferenceText text = ReferenceText::url);

}  // namespace hrefkit::html
