// A live site as the input of `check`: hrefkit check https://h.example/docs/
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/cli/check/network.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/crawl/crawl.h"

namespace hrefkit::cli {

/// What the address of the start decides.
struct CrawlStart {
  net::AddressRules addresses = {};  ///< which private addresses may be asked
  /// Its name is not looked up again, as another answer could lead to another network.
  std::optional<net::PinnedName> pin = {};
  bool obeys_robots = false;  ///< for --robots auto
};

/// Finds out whether all addresses of the start are private: then their blocks may be asked, and
/// robots.txt does not count unless --robots says so. It may look up the name. Throws UsageError if
/// `url` is not a URL.
CrawlStart start_of_crawl(net::TransportOptions const& options, std::string const& url);

/// The origin of the start, "https://h.example": what the paths of reports are below.
std::string live_root(std::string const& url);

/// Crawls the site from `url`, and reports what was not asked for.
tl::expected<site::Crawled, std::string> crawl_site(site::CheckSettings const& options,
                                                    Network& network, CrawlStart const& start,
                                                    std::string const& url,
                                                    site::CheckOptions const& check,
                                                    Messages& messages);

}  // namespace hrefkit::cli
