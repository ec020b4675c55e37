#include "hrefkit/cli/check/network_options.h"

#include <algorithm>
#include <array>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/text/text.h"

#ifndef HREFKIT_PROJECT_URL  // set by the CMake option of that name
#define HREFKIT_PROJECT_URL ""
#endif

namespace hrefkit::cli {

namespace {

using Duration = NetworkOptions::Duration;

/// Each setting is an option.
static_assert(std::all_of(site::check_setting_names.begin(), site::check_setting_names.end(),
                          [](std::string_view name) {
                            return std::any_of(
                                option_rows::table.begin(), option_rows::table.end(),
                                [&](OptionRow const& row) { return row.key() == name; });
                          }));

/// Help texts of `check` alone.
constexpr std::array own_rows{
    Option("--site-url", "Address at which FOLDER is served [the root of a host]"),
    Option("--exclude-path",
           "Do not report pages that match GLOB; links may lead to them; at most 1,000"),
    Option("--exclude-url",
           "Ignore links whose URL matches REGEX; .hrefkitignore has more, one a line"),
    Option("--rules", "Check only these rules; hrefkit help rules lists them"),
    Option("--max-body", "Read at most SIZE bytes of an answer, decoded; suffixes K, M, G [10M]"),
};

OptionRow const& row_of(std::string_view name) {
  const auto own = std::find_if(own_rows.begin(), own_rows.end(),
                                [&](Option const& option) { return option.row.key() == name; });
  return own == own_rows.end() ? *find_row(name) : own->row;
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
  if (amount && *amount * unit_seconds <= max_age) {
    return std::chrono::ceil<Duration>(std::chrono::duration<double>(*amount * unit_seconds));
  }
  return tl::unexpected("'" + text + "' is not a time such as 12h: a number and s, m, h, d or w");
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

}  // namespace

void bind_settings(OptionSet& options, site::CheckSettings& settings, std::string_view last) {
  for (site::CheckSetting const& setting : site::check_settings()) {
    if (options.find(setting.name) == nullptr) {
      options.bind_row(row_of(setting.name), setting.bind(settings));
    }
    if (setting.name == last) return;
  }
}

void add_network_options(OptionSet& options, site::CheckSettings& settings,
                         NetworkOptions& network) {
  bind_settings(options, settings, "timeout");
  options.parsed("--connect-timeout", network.connect_timeout, site::parse_limit);
  bind_settings(options, settings, "max-redirects");
  options.number("--connections", network.connections, 1, 10'000);
  bind_settings(options, settings, "user-agent");
  options.text("--cookie-jar", network.cookie_jar);
  options.parsed("--proxy", network.proxy, parse_proxy);
  options.text("--ca-file", network.ca_file);
  bind_settings(options, settings, "insecure");
  options.parsed_texts("--resolve", network.resolve, parse_resolve);
  bind_settings(options, settings, "max-body");
  options.text("--cache", network.cache);
  options.parsed("--max-age", network.max_age, parse_age);
  bind_settings(options, settings, {});
}

net::ClientOptions client_options(site::CheckSettings const& settings,
                                  NetworkOptions const& network) {
  net::ClientOptions options = site::client_options(settings, HREFKIT_VERSION, HREFKIT_PROJECT_URL);
  options.connections = static_cast<int>(network.connections);
  return options;
}

net::TransportOptions transport_options(site::CheckSettings const& settings,
                                        NetworkOptions const& network) {
  net::TransportOptions options;
  options.timeout = settings.timeout;
  options.connect_timeout = network.connect_timeout;
  options.connections = static_cast<int>(network.connections);
  options.proxy = network.proxy;
  options.ca_file = network.ca_file;
  options.is_insecure = settings.insecure;
  options.resolutions = network.resolve;
  if (settings.allow_private) options.addresses = *settings.allow_private;
  return options;
}

}  // namespace hrefkit::cli
