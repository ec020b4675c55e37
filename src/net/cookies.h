// Cookies: RFC 6265, without storage. One jar serves a chain of redirects, or a crawl.
//
//   jar.set(url, "id=1; Path=/a", now);
//   jar.header_for(url, now)  // "id=1" for URLs below /a
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

/// A jar holds at most `max_cookies` of servers, each of at most `max_cookie_bytes` of name and
/// value; where it is full, the oldest goes. Those of a file are the user's, and stay.
inline constexpr std::size_t max_cookies = 1000;
inline constexpr std::size_t max_cookie_bytes = 4096;

/// The cookies that servers set. A value: copies are independent.
class CookieJar {
 public:
  /// A file in Netscape's format, as curl and wget write it; "#HttpOnly_" lines count. Lines that
  /// are no cookie are an error, which names the line: "line 3: ...".
  static tl::expected<CookieJar, std::string> parse_netscape(std::string_view file);

  /// Adds one Set-Cookie of an answer from `url` (5.3). Domains of one label, and addresses, have
  /// cookies of their own host only; Secure needs https or a loopback host. Returns true where the
  /// jar changed: a cookie is new, has another value, or is gone.
  bool set(url::Url const& url, std::string_view set_cookie, WallTime now);

  /// The Set-Cookie fields of an answer, the first hundred. True where one changed the jar.
  bool set_all(url::Url const& url, http::Fields const& fields, WallTime now);

  /// The value of Cookie for a request (5.4): empty where no cookie matches.
  std::string header_for(url::Url const& url, WallTime now) const;

  std::size_t size() const { return cookies_.size(); }
  bool empty() const { return cookies_.empty(); }

 private:
  struct Cookie {
    std::string name;
    std::string value;
    std::string domain;  ///< lower case, without a dot before it
    std::string path;
    WallTime expires;
    std::uint64_t created = 0;  ///< a running number
    bool is_host_only = true;
    bool is_secure = false;
    bool is_users = false;  ///< of a file
  };

  bool store(Cookie cookie, WallTime now);

  std::vector<Cookie> cookies_;
  std::uint64_t next_ = 0;
};

}  // namespace hrefkit::net
