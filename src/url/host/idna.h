// Domain names in other scripts: Unicode IDNA Compatibility Processing (UTS #46), with the
// settings of the URL standard, and the part of IDNA2003 that ICU does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/idna2003.h"

namespace hrefkit::url {

/// The URL standard's `beStrict`: strict adds the checks of hyphens, STD3 and DNS lengths.
enum class IdnaStrictness { relaxed, strict };

/// "Domain parser ToASCII" (URL standard 3.3): Unicode ToASCII, nontransitional, with CheckBidi
/// and CheckJoiners. `domain` is valid UTF-8. nullopt on failure.
std::optional<std::string> unicode_to_ascii(std::string_view domain, IdnaStrictness strictness);

/// Unicode ToUnicode with the relaxed settings. nullopt when an error was recorded.
std::optional<std::string> unicode_to_unicode(std::string_view domain);

/// RFC 3490 section 4.1, "ToASCII", with the flag AllowUnassigned. `label` is valid UTF-8, one
/// label without separators, and short: time grows with the square of its length. nullopt on
/// failure.
std::optional<std::string> label_to_ascii_2003(std::string_view label,
                                               Std3Rules rules = Std3Rules::on);

}  // namespace hrefkit::url
