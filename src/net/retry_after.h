// The field Retry-After (RFC 9110, 10.2.3) and HTTP dates (5.6.7).
//
//   parse_retry_after("120", now)                            // 120 s
//   parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now)  // 0 s: it is over
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "hrefkit/net/clock.h"

namespace hrefkit::net {

/// A date in one of the three forms of HTTP, and the date of a cookie: all are read by the
/// algorithm of RFC 6265, 5.1.1, which knows no names of days and no zones. Years are kept within
/// 1700 to 2200. nullopt for dates that do not exist.
std::optional<WallTime> parse_http_date(std::string_view text);

/// How long to wait: seconds (a fraction is rounded up), or until a date; never negative. Numbers
/// above a year count as a year. nullopt for anything else.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view value, WallTime now);

}  // namespace hrefkit::net
