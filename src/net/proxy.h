// Which proxy serves a URL: the user's, or that of the environment, as curl reads it.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace hrefkit::net {

/// Checks the value of --proxy: "none", or a URL of http, https, socks4, socks4a, socks5 or socks5h
/// (without a scheme it is http). The error says what is wrong.
tl::expected<void, std::string> check_proxy(std::string_view value);

/// The proxy for a serialised URL; empty: none. `option` is the value of --proxy: empty means
/// http_proxy, https_proxy, all_proxy and no_proxy of the environment. The result lets the proxy
/// resolve names, also where its scheme is socks4 or socks5.
std::string proxy_for(std::string_view url, std::string_view option);

/// The setting that names the proxy for `url`, for messages: "--proxy http://***@p.example:1",
/// "https_proxy p.example"; empty without a proxy.
std::string proxy_source(std::string_view url, std::string_view option);

/// The value of such a setting, with or without a scheme, with "***" in place of user name and
/// password.
std::string masked_proxy(std::string_view value);

}  // namespace hrefkit::net
