// "Resolve a URL" (HTML5 (W3C draft), 2.6.3) from its step 6 on, for a URL that is parsed. "Resolve
// a Web address" (Web addresses in HTML 5, 3) has the same steps.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/rfc3986/resolution.h"

namespace hrefkit::url::html5 {

/// Appends the absolute URL of `reference`, whose components are valid UTF-8, to `out`. `base` may
/// be null. Characters of the query that `encoding` lacks become "?". Fails with invalid_host or
/// invalid_domain for the host, relative_without_base, or too_long; then `out` is as before.
tl::expected<void, Error> append_resolved_reference(std::string& out,
                                                    rfc3986::Reference const& reference,
                                                    rfc3986::PreparedBase const* base,
                                                    text::Encoding encoding);

}  // namespace hrefkit::url::html5
