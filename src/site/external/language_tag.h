// Recognises languages: in the paths of sites, "/en/", "/de-AT/", "/zh-Hant-TW/", and as values of
// hreflang.
#pragma once

#include <string_view>

namespace hrefkit::site {

/// True for a language of ISO 639-1 with an optional script and region (BCP 47, section 2.1), in
/// any letter case, with "-" or "_" between: "en", "pt_BR", "zh-Hant", "es-419".
bool is_language_tag(std::string_view text);

/// True for a value of `hreflang` that search engines know: "x-default", or a language with an
/// optional script and region (BCP 47, 2.1), in any letter case, each of them a subtag of the IANA
/// registry or of private use: "en", "haw", "zh-Hant-TW", "es-419". "en-UK" and "en_GB" are not:
/// the region is "GB", and the sign between subtags is "-".
bool is_hreflang(std::string_view text);

}  // namespace hrefkit::site
