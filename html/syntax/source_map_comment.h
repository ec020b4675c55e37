// The comments of scripts and style sheets that name a source map (ECMA-426, 11.1).
#pragma once

#include <optional>
#include <string_view>

namespace hrefkit::html {

/// The URL that the content of a comment, without the marks around it, names
/// (MatchSourceMapURL); nullopt for other comments.
std::optional<std::string_view> match_source_map_url(std::string_view comment);

/// False only if no comment of the text names a source map.
bool may_name_source_maps(std::string_view text);

}  // namespace hrefkit::html
