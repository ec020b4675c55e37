// The options of `check`: the settings that it shares with the libraries (site/check_settings.h),
// and those of its own connections.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check_settings.h"

namespace hrefkit::cli {

/// How the command connects and what it keeps.
struct NetworkOptions {
  using Duration = std::chrono::milliseconds;

  Duration connect_timeout = std::chrono::seconds(10);
  std::size_t connections = 64;
  std::string cookie_jar;
  std::string proxy;  ///< empty: that of the environment; "none"
  std::string ca_file;
  std::vector<net::Resolution> resolve;
  std::string cache;
  Duration max_age = std::chrono::hours(24);
};

/// Binds the settings of a check from the first that is not bound yet up to `last`, so that the
/// help keeps its order.
void bind_settings(OptionSet& options, site::CheckSettings& settings, std::string_view last);

/// Binds the options of requests and of crawls: the rest of the settings.
void add_network_options(OptionSet& options, site::CheckSettings& settings,
                         NetworkOptions& network);

/// What both say for a client of requests, without the cookies, which are in a file.
net::ClientOptions client_options(site::CheckSettings const& settings,
                                  NetworkOptions const& network);

/// The same for the transport.
net::TransportOptions transport_options(site::CheckSettings const& settings,
                                        NetworkOptions const& network);

}  // namespace hrefkit::cli
