#include "hrefkit/cli/check/network_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/net/proxy.h"
#include "hrefkit/net/redirect.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::cli {

namespace {

using Duration = NetworkOptions::Duration;

constexpr text::EnumTable<External::check> external_names({
    {External::off, "off"},
    {External::list, "list"},
    {External::check, "check"},
});

constexpr text::EnumTable<SuggestFrom::archive> suggest_names({
    {SuggestFrom::archive, "archive"},
});

constexpr text::EnumTable<net::MethodChoice::get> method_names({
    {net::MethodChoice::automatic, "auto"},
    {net::MethodChoice::head, "head"},
    {net::MethodChoice::get, "get"},
});

constexpr text::EnumTable<net::RobotsChoice::off> robots_names({
    {net::RobotsChoice::automatic, "auto"},
    {net::RobotsChoice::on, "on"},
    {net::RobotsChoice::off, "off"},
});

constexpr text::EnumTable<Sitemaps::off> sitemaps_names({
    {Sitemaps::on, "on"},
    {Sitemaps::off, "off"},
});

constexpr double max_seconds = 1e6;  // eleven days

/// Rounds up, so that a short time does not become 0.
Duration duration(double seconds) {
  return Duration(static_cast<Duration::rep>(std::ceil(seconds * 1e3)));
}

/// Seconds with decimals.
Parsed<Duration> parse_seconds(std::string const& text) {
  const auto seconds = text::parse_decimal_fraction(text);
  if (seconds && *seconds <= max_seconds) return duration(*seconds);
  return tl::unexpected("'" + text + "' is not a number of seconds, such as 20 or 0.5");
}

/// Seconds above 0.
Parsed<Duration> parse_limit(std::string const& text) {
  auto seconds = parse_seconds(text);
  if (!seconds || *seconds > Duration::zero()) return seconds;
  return tl::unexpected("'" + text + "' leaves no time: it is a number of seconds above 0");
}

Parsed<std::optional<Duration>> parse_milliseconds(std::string const& text) {
  const auto milliseconds = text::parse_decimal_fraction(text);
  if (milliseconds && *milliseconds <= 1e3 * max_seconds) return duration(*milliseconds / 1e3);
  return tl::unexpected("'" + text + "' is not a number of milliseconds, such as 100");
}

/// "1d", "90m", "3600".
Parsed<Duration> parse_age(std::string const& text) {
  struct Unit {
    char name;
    double seconds;
  };
  constexpr std::array units{Unit{'s', 1}, Unit{'m', 60}, Unit{'h', 3600}, Unit{'d', 86'400},
                             Unit{'w', 7 * 86'400}};
  constexpr double max_age = 1e9;  // thirty years
  std::string_view number = text;
  double unit_seconds = 1;
  for (Unit const& unit : units) {
    if (text.empty() || text::to_ascii_lower(text.back()) != unit.name) continue;
    number.remove_suffix(1);
    unit_seconds = unit.seconds;
    break;
  }
  const auto amount = text::parse_decimal_fraction(number);
  if (amount && *amount * unit_seconds <= max_age) return duration(*amount * unit_seconds);
  return tl::unexpected("'" + text + "' is not a time such as 12h: a number and s, m, h, d or w");
}

/// A prefix of http and https URLs, serialised.
Parsed<std::string> parse_prefix(std::string const& text) {
  const auto url = url::Resolver({}).resolve(text);
  const bool is_prefix = url && (url->starts_with("http://") || url->starts_with("https://")) &&
                         url->find('#') == url->npos;
  if (!is_prefix) {
    return tl::unexpected("'" + url::masked_url(text) +
                          "' is not the beginning of http or https URLs");
  }
  if (net::userinfo_of(*url)) {
    return tl::unexpected<std::string>("a prefix of URLs has no user name and no password");
  }
  return *url;
}

Parsed<net::UserHeader> parse_header(std::string const& text) {
  return net::parse_user_header(text);
}

Parsed<std::string> parse_user_agent(std::string const& text) {
  const bool is_valid = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  if (is_valid) return text;
  return tl::unexpected<std::string>("it has a control character");
}

Parsed<std::string> parse_proxy(std::string const& text) {
  if (net::check_proxy(text)) return text;
  return tl::unexpected<std::string>(
      "it is none, or a URL that begins with http:, https:, socks4:, socks4a:, socks5: or "
      "socks5h:");
}

Parsed<net::Resolution> parse_resolve(std::string const& text) {
  if (auto resolution = net::parse_resolution(text)) return std::move(*resolution);
  return tl::unexpected("'" + text + "' is not HOST:PORT:ADDRESS[,ADDRESS]");
}

/// All values of a list, which `parse` reads as one with commas between.
template <typename Parse>
auto parse_list(std::vector<std::string> const& texts, Parse const& parse, std::string const& what)
    -> tl::expected<typename decltype(parse(""))::value_type, WrongValue> {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!parse(texts[i])) {
      return tl::make_unexpected(WrongValue{i, "'" + texts[i] + "' is not " + what});
    }
  }
  return *parse(joined(texts, ","));
}

tl::expected<net::StatusSet, WrongValue> parse_codes(std::vector<std::string> const& texts) {
  return parse_list(texts, net::StatusSet::parse,
                    "a list of HTTP status codes from 100 to 999, or ranges, such as 200-299,403");
}

tl::expected<net::AddressRules, WrongValue> parse_blocks(std::vector<std::string> const& texts) {
  return parse_list(texts, net::AddressRules::parse,
                    "a list of blocks of addresses such as 10.0.0.0/8,fd00::/8, nor all");
}

template <std::size_t Min, std::size_t Max>
Parsed<std::optional<std::size_t>> parse_number(std::string const& text) {
  const auto number = text::parse_decimal<std::size_t>(text);
  if (number && *number >= Min && *number <= Max) return number;
  return tl::unexpected("'" + text + "' is not a whole number from " + std::to_string(Min) +
                        " to " + std::to_string(Max));
}

}  // namespace

void add_external_options(OptionSet& options, NetworkOptions& network) {
  options.choice("--external", network.external, external_names);
  options.texts("--include-url", network.include_url);
  options.choice("--suggest", network.suggest, suggest_names);
}

void add_network_options(OptionSet& options, NetworkOptions& network) {
  constexpr std::size_t max_count = 1'000'000'000;
  options.choice("--method", network.method, method_names);
  options.parsed_together("--accept", network.accept, parse_codes);
  options.parsed("--timeout", network.timeout, parse_limit);
  options.parsed("--connect-timeout", network.connect_timeout, parse_limit);
  options.number("--retries", network.retries, 0, 100);
  options.parsed("--retry-wait", network.retry_wait, parse_seconds);
  options.parsed("--max-wait", network.max_wait, parse_seconds);
  options.number("--max-redirects", network.max_redirects, 0, 1000);
  options.number("--connections", network.connections, 1, 10'000);
  options.number("--per-host", network.per_host, 1, 10'000);
  options.parsed("--delay", network.delay, parse_milliseconds);
  options.choice("--robots", network.robots, robots_names);
  options.parsed_texts("--header", network.headers, parse_header);
  options.parsed("--user-agent", network.user_agent, parse_user_agent);
  options.text("--cookie-jar", network.cookie_jar);
  options.parsed("--proxy", network.proxy, parse_proxy);
  options.text("--ca-file", network.ca_file);
  options.flag("--insecure", network.insecure);
  options.parsed_texts("--resolve", network.resolve, parse_resolve);
  options.parsed_together("--allow-private", network.allow_private, parse_blocks);
  options.parsed(
      {"--max-body", "Read at most SIZE bytes of an answer, decoded; suffixes K, M, G [10M]"},
      network.max_body, parse_size);
  options.text("--cache", network.cache);
  options.parsed("--max-age", network.max_age, parse_age);
  options.parsed_texts("--scope", network.scope, parse_prefix);
  options.parsed("--depth", network.depth, parse_number<0, max_count>);
  options.parsed("--max-pages", network.max_pages, parse_number<1, max_count>);
  options.number("--max-queries", network.max_queries, 0, max_count);
  options.choice("--sitemaps", network.sitemaps, sitemaps_names);
}

net::ClientOptions client_options(NetworkOptions const& network) {
  net::ClientOptions options;
  options.steps = {.method = network.method,
                   .accept = network.accept,
                   .retry_wait = network.retry_wait,
                   .max_wait = network.max_wait,
                   .retries = static_cast<int>(network.retries)};
  options.max_redirects = static_cast<int>(network.max_redirects);
  options.connections = static_cast<int>(network.connections);
  options.per_host = static_cast<int>(network.per_host);
  options.delay = network.delay;
  options.robots = network.robots;
  options.user_agent = network.user_agent.empty()
                           ? "Mozilla/5.0 (compatible; hrefkit/" HREFKIT_VERSION ")"
                           : network.user_agent;
  options.headers = network.headers;
  options.max_body = network.max_body;
  if (network.allow_private) options.addresses = *network.allow_private;
  return options;
}

net::TransportOptions transport_options(NetworkOptions const& network) {
  net::TransportOptions options;
  options.timeout = network.timeout;
  options.connect_timeout = network.connect_timeout;
  options.connections = static_cast<int>(network.connections);
  options.proxy = network.proxy;
  options.ca_file = network.ca_file;
  options.is_insecure = network.insecure;
  options.resolutions = network.resolve;
  if (network.allow_private) options.addresses = *network.allow_private;
  return options;
}

}  // namespace hrefkit::cli
