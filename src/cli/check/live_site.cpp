#include "hrefkit/cli/check/live_site.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

url::Url parse_start(std::string const& text) {
  auto url = url::Url::parse(text);
  if (!url) {
    throw UsageError("'" + url::masked_url(text) +
                     "' is not a URL: " + std::string(message(url.error())));
  }
  return *std::move(url);
}

unsigned port_of(url::Url const& url) {
  if (url.port().empty()) return url.scheme() == "https" ? 443 : 80;
  return static_cast<unsigned>(std::stoul(std::string(url.port())));
}

/// The addresses of the start. With a proxy only those that are written are known.
std::vector<net::IpAddress> addresses_of(url::Url const& url,
                                         net::TransportOptions const& options) {
  const std::string host(url.hostname());
  if (const auto address = net::parse_ip_address(host)) return {*address};
  if (net::is_loopback_host(host)) return {*net::parse_ip_address("127.0.0.1")};
  if (net::uses_proxy(std::string(url.href()), options)) return {};
  return net::look_up(host, port_of(url), options.resolutions);
}

/// True for a host that is looked up.
bool is_looked_up(std::string_view host) {
  return !net::is_loopback_host(host) && !net::parse_ip_address(host);
}

/// Warns of headers that the site does not get, since the start redirects to another origin: what
/// is for one host is not given to another by what the first one answers.
void warn_of_kept_headers(net::ClientOptions const& client, std::string const& start,
                          Messages& messages) {
  const std::string origin = live_root(start);
  if (origin == client.start_origin) return;
  for (net::UserHeader const& header : client.headers) {
    if (!header.prefix.empty()) continue;
    std::string what = "'" + header.name;
    what.append("' goes to ").append(client.start_origin);
    what.append(" alone, and the start leads to ").append(origin);
    what.append(": begin the crawl there, or name it by the prefix ").append(origin).append("/");
    messages.warning("--header", what);
  }
}

std::string progress_of(net::Client const& client) {
  site::ExternalProgress progress;
  progress.done = static_cast<std::size_t>(client.counters().tasks);
  progress.all = progress.done + client.pending();
  progress.requests = client.counters().requests;
  progress.waiting = client.waiting(3);
  return progress_text(progress);
}

}  // namespace

CrawlStart start_of_crawl(net::TransportOptions const& options, std::string const& url) {
  const url::Url parsed = parse_start(url);
  const std::vector<net::IpAddress> addresses = addresses_of(parsed, options);
  const bool is_private = !addresses.empty() &&
                          std::all_of(addresses.begin(), addresses.end(), [](auto const& address) {
                            return net::private_block(address).has_value();
                          });
  CrawlStart start{.addresses = net::AddressRules::for_start(addresses),
                   .obeys_robots = !is_private};
  if (!is_looked_up(parsed.hostname())) return start;
  net::PinnedName pin{.host = std::string(parsed.hostname()), .addresses = addresses};
  // A link-local address also needs an interface, which only a look-up gives.
  const net::Cidr link_local = *net::parse_cidr("fe80::/10");
  std::erase_if(pin.addresses, [&](auto const& address) { return link_local.contains(address); });
  if (!pin.addresses.empty()) start.pin = std::move(pin);
  return start;
}

std::string live_root(std::string const& url) {
  return parse_start(url).origin();
}

tl::expected<site::Crawled, std::string> crawl_site(site::CheckSettings const& options,
                                                    Network& network, CrawlStart const& start,
                                                    std::string const& url,
                                                    site::CheckOptions const& check,
                                                    Messages& messages) {
  const url::Url parsed = parse_start(url);
  site::CrawlOptions crawl = site::crawl_options(options, std::string(parsed.href()));
  crawl.obeys_robots = start.obeys_robots;
  crawl.client = network.client();
  site::CrawlSink sink{.warning = [&](std::string const& what,
                                      std::string const& text) { messages.warning(what, text); },
                       .goes_on = [] { return !Interruption::is_requested(); }};
  if (messages.shows_progress()) {
    sink.progress = [&](net::Client const& client) { messages.progress(progress_of(client)); };
  }
  auto crawled = site::crawl(crawl, check, network.transport(), net::system_clock(), sink);
  if (!crawled) return crawled;
  warn_of_kept_headers(network.client(), crawled->start, messages);
  for (site::NotAsked const& each : crawled->not_asked) {
    messages.warning("", counted(each.urls, "URL is", "URLs are") + " not asked for, " +
                             std::string(each.why) + ", such as " + each.example);
  }
  if (crawled->is_cut && !options.max_pages) {
    messages.error(crawled->start, "has more than " + grouped_number(crawl.max_pages) +
                                       " files to read; --max-pages N says how many are read");
  }
  return crawled;
}

}  // namespace hrefkit::cli
