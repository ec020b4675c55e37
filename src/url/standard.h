// The standards that say what a URL is, and the bibliography of this library. Code that depends on
// a standard asks for a property of it.
//
// Comments cite these texts by title and section:
//
// "URL Living Standard"        WHATWG, https://url.spec.whatwg.org/; comments that say "URL
//                              Standard" without a year mean this text.
// "HTML Standard"              WHATWG, https://html.spec.whatwg.org/.
// "URL Standard 2012-12-28"    "URL", Living Standard, last updated 28 December 2012, WHATWG.
// "HTML5 (W3C draft)"          "HTML5", W3C drafts from 2009 to 2010, section 2.6 "URLs"; the later
//                              drafts and their translations number the same text differently.
// "Web addresses in HTML 5"    Editor's Draft of 17 March 2009, Dan Connolly and C. M.
//                              Sperberg-McQueen.
// "RFC 3986", "RFC 3987"       "Uniform Resource Identifier (URI): Generic Syntax", January 2005;
//                              "Internationalized Resource Identifiers (IRIs)", January 2005.
// "RFC 3490", "RFC 3492"       "Internationalizing Domain Names in Applications (IDNA)" and
//                              "Punycode", March 2003.
// "UTS #46"                    "Unicode IDNA Compatibility Processing", Unicode Consortium.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::url {

/// Which text resolves references.
enum class Standard : std::uint8_t {
  whatwg,       ///< URL Living Standard, as current browsers do
  whatwg_2012,  ///< URL Standard 2012-12-28
  html5,        ///< HTML5 (W3C draft), 2.6: RFC 3986 with exceptions, IDNA2003
  web_address,  ///< Web addresses in HTML 5
};

inline constexpr std::array all_standards{Standard::whatwg, Standard::whatwg_2012, Standard::html5,
                                          Standard::web_address};

/// The name used on the command line: "whatwg", "whatwg-2012", "html5", "web-address".
std::string_view name(Standard standard);

/// The standard of that name, if there is one.
std::optional<Standard> standard_from_name(std::string_view name);

/// True for the standards that parse a URL into a record of components. The others define a URL as
/// a string that resolves, and their attributes (HTML5 (W3C draft), 2.6.6) act on that string.
constexpr bool has_url_record(Standard standard) {
  return standard == Standard::whatwg || standard == Standard::whatwg_2012;
}

}  // namespace hrefkit::url
