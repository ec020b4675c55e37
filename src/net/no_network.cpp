// What a build without libcurl's and SQLite's headers has in their place.
#include "hrefkit/net/cache.h"
#include "hrefkit/net/curl_transport.h"

namespace hrefkit::net {

namespace {

tl::unexpected<std::string> no_network() {
  return tl::unexpected(std::string("this build of hrefkit has no network"));
}

}  // namespace

tl::expected<std::unique_ptr<Transport>, std::string> make_transport(TransportOptions options) {
  static_cast<void>(options);
  return no_network();
}

tl::expected<std::unique_ptr<Cache>, std::string> open_cache(std::string const& file) {
  static_cast<void>(file);
  return no_network();
}

bool has_network() {
  return false;
}

}  // namespace hrefkit::net
