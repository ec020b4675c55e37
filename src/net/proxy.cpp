#include "hrefkit/net/proxy.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "hrefkit/net/address_rules.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/ip_address.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

namespace {

std::string_view environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// An option or a variable, and its value.
struct Setting {
  std::string_view name = {};
  std::string_view value = {};
};

/// The first of the variables that is set.
Setting first_set(std::initializer_list<char const*> names) {
  for (char const* name : names) {
    if (const std::string_view value = environment(name); !value.empty()) return {name, value};
  }
  return {};
}

std::string_view without_brackets(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) return host.substr(1, host.size() - 2);
  return host;
}

/// no_proxy: hosts, domains with or without a dot before them, and blocks of addresses, with commas
/// or spaces between; "*" is all.
bool is_excepted(std::string_view host, std::string_view list) {
  constexpr text::ByteSet between = text::ascii_whitespace | text::ByteSet(",");
  host = without_brackets(host);
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto address = parse_ip_address(host);
  while (true) {
    text::skip(list, between);
    std::string_view entry = text::read_until(list, between);
    if (entry.empty()) return false;
    if (entry == "*") return true;
    if (address) {
      const auto block = parse_cidr(entry.front() == '[' ? without_brackets(entry) : entry);
      if (block && block->contains(*address)) return true;
      continue;
    }
    if (entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.ends_with('.')) entry.remove_suffix(1);
    if (entry.empty() || entry.size() > host.size()) continue;
    const std::string_view end = host.substr(host.size() - entry.size());
    const bool is_label = end.size() == host.size() || host[host.size() - end.size() - 1] == '.';
    if (is_label && text::equals_ignoring_ascii_case(end, entry)) return true;
  }
}

/// "socks5" would make libcurl resolve names itself.
std::string resolving_there(std::string_view proxy) {
  for (const std::string_view scheme : {"socks5://", "socks4://"}) {
    if (text::equals_ignoring_ascii_case(proxy.substr(0, scheme.size()), scheme)) {
      return std::string(scheme == "socks5://" ? "socks5h://" : "socks4a://") +
             std::string(proxy.substr(scheme.size()));
    }
  }
  return std::string(proxy);
}

/// The setting that gives the proxy for a URL. Its value is empty if no proxy applies.
Setting setting_for(std::string_view url, std::string_view option) {
  if (option == "none") return {};
  if (!option.empty()) return {"--proxy", option};
  // HTTP_PROXY in capitals is not read: a web server may set it from a header "Proxy".
  Setting proxy = url.starts_with("https:") ? first_set({"https_proxy", "HTTPS_PROXY"})
                                            : first_set({"http_proxy"});
  if (proxy.value.empty()) proxy = first_set({"all_proxy", "ALL_PROXY"});
  const std::string_view excepted = first_set({"no_proxy", "NO_PROXY"}).value;
  if (!proxy.value.empty() && is_excepted(url::host_of(url), excepted)) return {};
  return proxy;
}

}  // namespace

tl::expected<void, std::string> check_proxy(std::string_view value) {
  constexpr std::array<std::string_view, 6> schemes{"http",    "https",  "socks4",
                                                    "socks4a", "socks5", "socks5h"};
  if (value == "none") return {};
  const std::size_t end = value.find("://");
  const std::string_view rest = end == std::string_view::npos ? value : value.substr(end + 3);
  const bool is_known = end == std::string_view::npos ||
                        std::any_of(schemes.begin(), schemes.end(), [&](std::string_view scheme) {
                          return text::equals_ignoring_ascii_case(value.substr(0, end), scheme);
                        });
  if (!is_known) return tl::unexpected(std::string("not a proxy of http, https, socks4 or socks5"));
  const bool is_bad = std::any_of(rest.begin(), rest.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '\\';
  });
  if (is_bad || !url::Url::parse("http://" + std::string(rest)))
    return tl::unexpected(std::string("not the URL of a proxy"));
  return {};
}

std::string proxy_for(std::string_view url, std::string_view option) {
  const Setting proxy = setting_for(url, option);
  return proxy.value.empty() ? std::string() : resolving_there(proxy.value);
}

std::string proxy_source(std::string_view url, std::string_view option) {
  const Setting proxy = setting_for(url, option);
  if (proxy.value.empty()) return {};
  return std::string(proxy.name) + ' ' + masked_proxy(proxy.value);
}

std::string masked_proxy(std::string_view value) {
  const std::size_t at = value.rfind('@');
  if (at == std::string_view::npos) return std::string(value);
  // A scheme may be followed by one slash by mistake.
  std::size_t begin = value.find(":/");
  begin = begin == std::string_view::npos || begin > at ? 0 : begin + 1;
  while (begin < at && value[begin] == '/') ++begin;
  return std::string(value.substr(0, begin)) + "***" + std::string(value.substr(at));
}

}  // namespace hrefkit::net
