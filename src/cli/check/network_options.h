// The options of `check` for links to other sites and for live sites.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/net/next_step.h"

namespace hrefkit::cli {

/// What becomes of links to other sites.
enum class External : std::uint8_t {
  off,
  list,
  check,  ///< they are asked for
};

/// Whether a crawl reads the site's sitemaps.
enum class Sitemaps : std::uint8_t { on, off };

/// Where a broken link is looked for.
enum class SuggestFrom : std::uint8_t { archive };

/// Values of these options.
struct NetworkOptions {
  using Duration = std::chrono::milliseconds;

  External external = External::off;
  std::vector<std::string> include_url;  ///< regular expressions
  std::optional<SuggestFrom> suggest;
  net::MethodChoice method = net::MethodChoice::automatic;
  net::StatusSet accept;
  Duration timeout = std::chrono::seconds(20);
  Duration connect_timeout = std::chrono::seconds(10);
  std::size_t retries = 2;
  Duration retry_wait = std::chrono::seconds(1);
  Duration max_wait = std::chrono::seconds(60);
  std::size_t max_redirects = 20;
  std::size_t connections = 64;
  std::size_t per_host = 4;
  std::optional<Duration> delay;  ///< nothing: 100 ms, on loopback 0
  net::RobotsChoice robots = net::RobotsChoice::automatic;
  std::vector<net::UserHeader> headers;
  std::string user_agent;  ///< empty: that of this program
  std::string cookie_jar;
  std::string proxy;  ///< empty: that of the environment; "none"
  std::string ca_file;
  bool insecure = false;
  std::vector<net::Resolution> resolve;
  std::optional<net::AddressRules> allow_private;  ///< nothing: that of a folder or a crawl
  std::size_t max_body = std::size_t{10} << 20;
  std::string cache;
  Duration max_age = std::chrono::hours(24);
  std::vector<std::string> scope;  ///< prefixes of URLs, serialised
  std::optional<std::size_t> depth;
  std::optional<std::size_t> max_pages;  ///< nothing: `default_max_pages`, and a cut is an error
  std::size_t max_queries = 100;
  Sitemaps sitemaps = Sitemaps::on;

  static constexpr std::size_t default_max_pages = 50'000;
};

/// Adds the options for links to other sites: `--external` and what is chosen among the links.
void add_external_options(OptionSet& options, NetworkOptions& network);

/// Adds the options of requests and of crawls.
void add_network_options(OptionSet& options, NetworkOptions& network);

/// What they say for a client of requests. Private addresses are refused unless --allow-private
/// names them: a crawl has rules of its own. Without the cookies, which are in a file.
net::ClientOptions client_options(NetworkOptions const& network);

/// The same for the transport.
net::TransportOptions transport_options(NetworkOptions const& network);

}  // namespace hrefkit::cli
