// The components that HTML5 (W3C draft), 2.6.2 step 3, derives from those of RFC 3986.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url::html5 {

/// HTML's space characters, which are stripped from both ends.
inline constexpr text::ByteSet space_characters = text::ascii_whitespace;

/// The <hostport> component: host ":" port when there is a scheme and a port other than the
/// scheme's default port (as a number), else the host. Nothing without an authority. A view into
/// the text that was parsed.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference);

/// The <host-specific> component of `url`, the text that was parsed to `reference`: what follows
/// the authority, or the whole text without an authority. A view into `url`.
std::string_view host_specific(std::string_view url, rfc3986::Reference const& reference);

}  // namespace hrefkit::url::html5
