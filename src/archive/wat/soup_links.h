// URLs in style sheets and scripts as the reference extractor finds them: by patterns.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace hrefkit::archive {

/// Calls `take` with each URL of a style sheet: those in "url(...)" first, then those behind
/// "@import" without it; quotes are off. Stops about 100,000 bytes into the text.
void for_each_css_reference(std::string_view css,
                            std::function<void(std::string_view)> const& take);

/// The URL that an onclick attribute goes to: "location='...'". `script` is as written.
std::optional<std::string_view> find_location_change(std::string_view script);

/// The URL that an onclick attribute opens: "window.open('...'".
std::optional<std::string_view> find_opened_window(std::string_view script);

}  // namespace hrefkit::archive
