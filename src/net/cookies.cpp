#include "hrefkit/net/cookies.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/retry_after.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/ip_address.h"

namespace hrefkit::net {

namespace {

/// What one request sends at most, as curl does.
constexpr std::size_t max_sent_cookies = 150;
constexpr std::size_t max_sent_bytes = 8190;

/// What one answer may set.
constexpr std::size_t max_set_cookies = 100;

/// Attributes may be as long.
constexpr std::size_t max_attribute = 1024;

constexpr WallTime end_of_session = WallTime::max();

std::string host_of(url::Url const& url) {
  std::string host = text::to_ascii_lower(url.hostname());
  if (host.ends_with('.')) host.pop_back();
  return host;
}

/// RFC 6265, 5.1.3: names only; an address matches itself alone.
bool domain_matches(std::string_view host, std::string_view domain) {
  if (host == domain) return true;
  return host.size() > domain.size() && host.ends_with(domain) &&
         host[host.size() - domain.size() - 1] == '.' && !parse_ip_address(host);
}

/// 5.1.4
bool path_matches(std::string_view path, std::string_view cookie_path) {
  if (!path.starts_with(cookie_path)) return false;
  return path.size() == cookie_path.size() || cookie_path.ends_with('/') ||
         path[cookie_path.size()] == '/';
}

std::string default_path(url::Url const& url) {
  const std::string_view path = url.pathname();
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with('/') || slash == 0) return "/";
  return std::string(path.substr(0, slash));
}

bool is_secure_url(url::Url const& url) {
  return url.scheme() == "https" || is_loopback_host(url.hostname());
}

/// Controls would end the header, or confuse its reader.
bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
}

/// Max-Age: nullopt where it is no number. Ages above a century do not count.
std::optional<WallTime> expiry_of_age(std::string_view value, WallTime now) {
  constexpr std::int64_t century = std::int64_t{100} * 366 * 24 * 3600;
  const bool is_negative = value.starts_with('-');
  if (is_negative) value.remove_prefix(1);
  if (value.empty() || !text::is_made_of(value, text::ascii_digit)) return std::nullopt;
  std::int64_t age = 0;
  for (const char c : value) age = std::min(century, age * 10 + (c - '0'));
  if (is_negative || age == 0) return WallTime::min();
  return now + std::chrono::seconds(age);
}

/// The text before the first `end` of `rest`, which is removed with it.
std::string_view read_part(std::string_view& rest, char end) {
  const std::size_t place = std::min(rest.find(end), rest.size());
  const std::string_view part = rest.substr(0, place);
  rest.remove_prefix(std::min(place + 1, rest.size()));
  return part;
}

}  // namespace

tl::expected<CookieJar, std::string> CookieJar::parse_netscape(std::string_view file) {
  CookieJar jar;
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  for (std::size_t number = 1; !file.empty(); ++number) {
    std::string_view line = read_part(file, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    constexpr std::string_view http_only = "#HttpOnly_";
    if (line.starts_with(http_only)) line.remove_prefix(http_only.size());
    if (line.starts_with('#') || text::strip_ascii_whitespace(line).empty()) continue;
    const auto bad = [&](std::string_view why) {
      return tl::unexpected("line " + std::to_string(number) + ": " + std::string(why));
    };
    std::vector<std::string_view> parts;
    for (std::string_view rest = line; parts.size() < 6;) {
      if (rest.empty()) return bad("not a cookie: it has fewer than seven fields between tabs");
      parts.push_back(read_part(rest, '\t'));
      if (parts.size() == 6) parts.push_back(rest);
    }
    const auto is_true = [](std::string_view text) {
      return text::equals_ignoring_ascii_case(text, "TRUE");
    };
    const auto expires = text::parse_decimal<std::int64_t>(parts[4].substr(0, parts[4].find('.')));
    if (!expires) return bad("the time of expiry is not a number");
    Cookie cookie;
    std::string_view domain = parts[0];
    if (domain.starts_with('.')) domain.remove_prefix(1);
    if (domain.empty()) return bad("there is no domain");
    cookie.domain = text::to_ascii_lower(domain);
    cookie.is_host_only = !is_true(parts[1]);
    cookie.path = parts[2].starts_with('/') ? parts[2] : "/";
    cookie.is_secure = is_true(parts[3]);
    constexpr std::int64_t last = std::int64_t{7'258'118'400};  // the year 2200
    cookie.expires =
        *expires <= 0 ? end_of_session : WallTime(std::chrono::seconds(std::min(*expires, last)));
    cookie.name = parts[5];
    cookie.value = parts[6];
    if (cookie.name.empty()) return bad("the cookie has no name");
    if (has_control(cookie.name) || has_control(cookie.value)) {
      return bad("the cookie has control characters");
    }
    cookie.is_users = true;
    jar.store(std::move(cookie), WallTime::min());
  }
  return jar;
}

// RFC 6265, 5.2 and 5.3
bool CookieJar::set(url::Url const& url, std::string_view set_cookie, WallTime now) {
  std::string_view rest = set_cookie;
  const std::string_view pair = read_part(rest, ';');
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return false;
  Cookie cookie;
  cookie.name = text::strip_ascii_whitespace(pair.substr(0, equals));
  cookie.value = text::strip_ascii_whitespace(pair.substr(equals + 1));
  if (cookie.name.empty() || cookie.name.size() + cookie.value.size() > max_cookie_bytes ||
      has_control(cookie.name) || has_control(cookie.value)) {
    return false;
  }
  const std::string host = host_of(url);
  cookie.domain = host;
  cookie.expires = end_of_session;
  std::optional<WallTime> expires;
  std::optional<WallTime> age;
  std::string domain;
  while (!rest.empty()) {
    std::string_view value = read_part(rest, ';');
    const std::string_view name = text::strip_ascii_whitespace(read_part(value, '='));
    value = text::strip_ascii_whitespace(value);
    if (value.size() > max_attribute) continue;
    const auto is = [&](std::string_view other) {
      return text::equals_ignoring_ascii_case(name, other);
    };
    if (is("expires")) {
      if (const auto date = parse_http_date(value)) expires = date;
    } else if (is("max-age")) {
      if (const auto end = expiry_of_age(value, now)) age = end;
    } else if (is("domain")) {
      if (value.starts_with('.')) value.remove_prefix(1);
      domain = text::to_ascii_lower(value);
    } else if (is("path")) {
      cookie.path = value.starts_with('/') ? value : std::string_view();
    } else if (is("secure")) {
      cookie.is_secure = true;
    }
  }
  if (age) {
    cookie.expires = *age;
  } else if (expires) {
    cookie.expires = *expires;
  }
  if (!domain.empty() && domain != host) {
    // Without a list of public suffixes: no top-level domain, at least.
    if (!domain_matches(host, domain) || domain.find('.') == std::string::npos) return false;
    cookie.domain = domain;
    cookie.is_host_only = false;
  } else if (!domain.empty() && domain.find('.') != std::string::npos && !parse_ip_address(host)) {
    cookie.is_host_only = false;
  }
  const bool has_path = !cookie.path.empty();
  if (!has_path) cookie.path = default_path(url);
  if (cookie.is_secure && !is_secure_url(url)) return false;
  // RFC 6265bis, 4.1.3
  if (cookie.name.starts_with("__Secure-") && !cookie.is_secure) return false;
  if (cookie.name.starts_with("__Host-") &&
      (!cookie.is_secure || !cookie.is_host_only || cookie.path != "/")) {
    return false;
  }
  return store(std::move(cookie), now);
}

bool CookieJar::store(Cookie cookie, WallTime now) {
  const auto old = std::find_if(cookies_.begin(), cookies_.end(), [&](Cookie const& each) {
    return each.name == cookie.name && each.domain == cookie.domain && each.path == cookie.path &&
           each.is_host_only == cookie.is_host_only;
  });
  const bool was_there = old != cookies_.end() && old->expires > now;
  if (cookie.expires <= now) {
    if (old != cookies_.end()) cookies_.erase(old);
    return was_there;
  }
  if (old != cookies_.end()) {
    const bool is_changed = !was_there || old->value != cookie.value;
    cookie.created = old->created;
    cookie.is_users = old->is_users;
    *old = std::move(cookie);
    return is_changed;
  }
  if (!cookie.is_users) {
    // They are in the order of their creation.
    std::size_t count = 0;
    auto oldest = cookies_.end();
    for (auto each = cookies_.begin(); each != cookies_.end(); ++each) {
      if (each->is_users) continue;
      if (count++ == 0) oldest = each;
    }
    if (count >= max_cookies) cookies_.erase(oldest);
  }
  cookie.created = next_++;
  cookies_.push_back(std::move(cookie));
  return true;
}

bool CookieJar::set_all(url::Url const& url, http::Fields const& fields, WallTime now) {
  bool is_changed = false;
  std::size_t count = 0;
  for (const std::string_view value : fields.all("Set-Cookie")) {
    if (count++ == max_set_cookies) break;
    is_changed |= set(url, value, now);
  }
  return is_changed;
}

// 5.4
std::string CookieJar::header_for(url::Url const& url, WallTime now) const {
  if (cookies_.empty()) return {};
  const std::string host = host_of(url);
  const bool is_secure = is_secure_url(url);
  std::vector<Cookie const*> sent;
  for (Cookie const& cookie : cookies_) {
    const bool is_for_host =
        cookie.is_host_only ? host == cookie.domain : domain_matches(host, cookie.domain);
    if (is_for_host && cookie.expires > now && (is_secure || !cookie.is_secure) &&
        path_matches(url.pathname(), cookie.path)) {
      sent.push_back(&cookie);
    }
  }
  std::sort(sent.begin(), sent.end(), [](Cookie const* a, Cookie const* b) {
    if (a->path.size() != b->path.size()) return a->path.size() > b->path.size();
    return a->created < b->created;
  });
  std::string header;
  std::size_t count = 0;
  for (Cookie const* cookie : sent) {
    if (header.size() + cookie->name.size() + cookie->value.size() + 3 > max_sent_bytes) continue;
    if (count++ == max_sent_cookies) break;
    if (!header.empty()) header += "; ";
    header += cookie->name;
    header += '=';
    header += cookie->value;
  }
  return header;
}

}  // namespace hrefkit::net
