// The errors of parsing and resolving URLs.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::url {

/// The reasons for which parsing or resolving fails, under any standard.
enum class Error : std::uint8_t {
  relative_without_base,  ///< a relative reference, and no base that it can be relative to
  missing_host,           ///< a special URL with an empty host
  invalid_host,           ///< a forbidden code point, or a host that is not a domain
  invalid_domain,         ///< IDNA processing failed
  invalid_ipv4,
  invalid_ipv6,
  invalid_port,      ///< not a number, or past 65535
  no_grammar_match,  ///< html5, web-address: not an RFC 3986 URI-reference even with the exceptions
  scheme_restriction,  ///< html5, web-address: a data: URL with "//"
  too_long,            ///< the serialised URL would pass 4 GiB
  // No errors of a parser.
  empty,           ///< an empty value, which HTML does not fetch
  bare_specifier,  ///< a name of a module for which no import map has an entry that leads somewhere
  page_base,       ///< in a script: relative to the page that runs it, which is not known
};

/// The short code used in JSON output, such as "missing-host".
std::string_view code(Error error);

/// A message for users.
std::string_view message(Error error);

}  // namespace hrefkit::url
