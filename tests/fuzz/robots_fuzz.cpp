// robots.txt. The first line is a path, the rest the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/net/robots.h"

namespace net = hrefkit::net;
using hrefkit::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<char const*>(data), size);
  const std::string path = bytes.substr(0, bytes.find('\n'));
  const std::string file = bytes.substr(std::min(bytes.size(), path.size() + 1));
  const auto robots = net::Robots::parse(file, "hrefkit");
  const bool is_allowed = robots.allows(path);
  require(robots.allows("/robots.txt"), "robots.txt itself is allowed");
  if (robots.crawl_delay()) require(robots.crawl_delay()->count() >= 0, "no delay is negative");
  // Groups of others, comments and unknown fields change nothing.
  const std::string more = "User-agent: other\nDisallow: /\n\n# comment\nX: y\n\n" + file;
  const bool begins_with_rules = file.find("ser-agent") == std::string::npos;
  if (!begins_with_rules && file.starts_with("User-agent:")) {
    require(net::Robots::parse(more, "hrefkit").allows(path) == is_allowed,
            "another's group changes nothing");
  }
  return 0;
}
