// The standards that say what a URL is. Everything that depends on one asks for a property of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::url {

/// Which text resolves references.
enum class Standard : std::uint8_t {
  whatwg,       ///< URL Living Standard, as current browsers do
  whatwg_2012,  ///< URL Standard of 28 December 2012
  html5,        ///< W3C HTML5 drafts, 2.6: RFC 3986 with exceptions, IDNA2003
  web_address,  ///< "Web addresses in HTML 5", 17 March 2009
};

inline constexpr std::array all_standards{Standard::whatwg, Standard::whatwg_2012, Standard::html5,
                                          Standard::web_address};

/// The name used on the command line: "whatwg", "whatwg-2012", "html5", "web-address".
std::string_view name(Standard standard);

/// The standard of that name, if there is one.
std::optional<Standard> standard_from_name(std::string_view name);

}  // namespace hrefkit::url
