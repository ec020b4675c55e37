// Domain names in other scripts as RFC 3490 (IDNA2003) converts them; HTML5's drafts cite it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::url {

/// RFC 3490's flag UseSTD3ASCIIRules: of ASCII only letters, digits and inner hyphens. Off, a label
/// may hold any ASCII character.
enum class Std3Rules { on, off };

/// RFC 3490 section 4 on a whole domain, each label through ToASCII with the flag AllowUnassigned.
/// `domain` is valid UTF-8. Labels split at U+002E, U+3002, U+FF0E and
/// U+FF61, which all become "."; one trailing empty label is allowed; ASCII labels keep their
/// case. nullopt when ToASCII fails on a label: empty, over 63 characters, a character that STD3 or
/// Nameprep rejects; or when a domain that is not plain ASCII has more than 16 KiB.
std::optional<std::string> domain_to_ascii_2003(std::string_view domain,
                                                Std3Rules rules = Std3Rules::on);

/// True when `domain` is ASCII and ToASCII leaves all of it as it is: letters, digits and inner
/// hyphens in labels of 1 to 63 characters, with at most one trailing ".".
bool is_std3_ascii_domain(std::string_view domain);

}  // namespace hrefkit::url
