// The URLUtils interface of the URL Standard of 28 December 2012 (seeds/003 7.2).
//
//   auto url = hrefkit::url::whatwg_2012::parse("http://a.example/x", nullptr);
//   if (url) set_port(*url, "81"), std::cout << host(*url) << '\n';  // a.example:81
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/components.h"
#include "hrefkit/url/whatwg_2012/url.h"

namespace hrefkit::url::whatwg_2012 {

// The getters, for an object whose url is not null.
std::string href(Url const& url);
/// "Unicode serialization of url's origin": scheme "://" host [ ":" port ] with the host's labels
/// in their own scripts, or "null" for file URLs and those without the relative flag (RFC 6454).
std::string origin(Url const& url);
std::string protocol(Url const& url);
std::string username(Url const& url);
std::string password(Url const& url);
std::string host(Url const& url);
std::string hostname(Url const& url);
std::string port(Url const& url);
std::string pathname(Url const& url);
std::string search(Url const& url);
std::string hash(Url const& url);

/// All of the above.
Components components(Url const& url);

// The setters, without the update steps. `value` is UTF-8; ill-formed bytes count as U+FFFD. Where
// the text terminates or parsing fails, what was not set before stays. The href attribute is
// parse() with the object's base and query encoding.
void set_protocol(Url& url, std::string_view value);
void set_username(Url& url, std::string_view value);
void set_password(Url& url, std::string_view value);
void set_host(Url& url, std::string_view value);
void set_hostname(Url& url, std::string_view value);
void set_port(Url& url, std::string_view value);
void set_pathname(Url& url, std::string_view value);
/// `query_encoding` is the object's, a legacy concept for HTML.
void set_search(Url& url, std::string_view value,
                text::Encoding query_encoding = text::Encoding::utf_8);
void set_hash(Url& url, std::string_view value);

}  // namespace hrefkit::url::whatwg_2012
