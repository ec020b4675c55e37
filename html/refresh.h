// The URL in a refresh pragma: `<meta http-equiv=refresh content="5; url=/next">`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The place of the URL in the `content` of a refresh pragma (or in a Refresh header's value).
/// nullopt when the value is not a refresh, or reloads the document itself, as `5` and `5;` do; an
/// empty range when the URL is there and empty, as in `5; url=`. HTML Standard, "shared
/// declarative refresh steps".
std::optional<text::Span> find_refresh_url(std::string_view content);

/// The seconds that it waits, up to the largest number; 0 for a fraction of one. nullopt when the
/// value is not a refresh.
std::optional<std::uint32_t> find_refresh_delay(std::string_view content);

}  // namespace hrefkit::html
