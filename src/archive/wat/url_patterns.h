// URLs in style sheets and onclick attributes, found with the patterns of the reference extractor.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace hrefkit::archive {

/// Receives a URL; the view is part of the searched text.
using EmitUrl = std::function<void(std::string_view)>;

/// Calls `emit` with each URL of a style sheet, without quotes: first those in "url(...)", then
/// those of "@import" without "url". Stops about 100,000 bytes into the text.
void for_each_css_reference(std::string_view css, EmitUrl const& emit);

/// The URL in an onclick attribute of the form "location='...'". `script` is as written.
std::optional<std::string_view> find_location_change(std::string_view script);

/// The URL in an onclick attribute of the form "window.open('...'".
std::optional<std::string_view> find_opened_window(std::string_view script);

}  // namespace hrefkit::archive
