// Which script elements browsers fetch and run, by their attributes `type` and `language`.
//
//   fetches_script("text/javascript", {})  // true
//   fetches_script("text/template", {})    // false: a data block
#pragma once

#include <optional>
#include <string_view>

namespace hrefkit::html {

/// True when a browser fetches the `src` of a script element with these attribute values: classic
/// scripts and module scripts. Data blocks are for other scripts to read, and import maps and
/// speculation rules must not have a `src`. No value is a missing attribute; for SVG, `language`
/// is always missing. HTML Standard 4.12.1.1, prepare the script element, steps 8 to 12.
bool fetches_script(std::optional<std::string_view> type, std::optional<std::string_view> language);

/// True for a media type of JavaScript without parameters, in any case (MIME Sniffing 4.6).
bool is_javascript_type(std::string_view type);

/// True for the `type` of a module script, in any case: prepare the script element, step 11.
bool is_module_script(std::optional<std::string_view> type);

}  // namespace hrefkit::html
