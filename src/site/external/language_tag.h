// Recognises languages in the paths of sites: "/en/", "/de-AT/", "/zh-Hant-TW/".
#pragma once

#include <string_view>

namespace hrefkit::site {

/// True for a language of ISO 639-1 with an optional script and region (BCP 47, section 2.1), in
/// any letter case, with "-" or "_" between: "en", "pt_BR", "zh-Hant", "es-419".
bool is_language_tag(std::string_view text);

}  // namespace hrefkit::site
