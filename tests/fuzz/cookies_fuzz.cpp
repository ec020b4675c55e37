// Set-Cookie fields. The first line is a URL that sets them, the second one that gets them, and
// each other line a field; and the whole as a file in Netscape's format.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/require.h"
#include "hrefkit/net/cookies.h"
#include "hrefkit/net/retry_after.h"

namespace net = hrefkit::net;
namespace url = hrefkit::url;
using hrefkit::fuzz::require;

namespace {

bool is_header_value(std::string_view text) {
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<char const*>(data), size);
  const net::WallTime now{std::chrono::seconds(1'700'000'000)};
  static_cast<void>(net::parse_retry_after(bytes, now));
  std::vector<std::string_view> lines;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  if (const auto jar = net::CookieJar::parse_netscape(bytes)) {
    const auto anywhere = url::Url::parse("https://a.example/x");
    require(is_header_value(jar->header_for(*anywhere, now)), "a file's cookies are one line");
  }
  if (lines.size() < 2) return 0;
  const auto from = url::Url::parse(lines[0]);
  const auto to = url::Url::parse(lines[1]);
  if (!from || !to || !from->is_special() || !to->is_special()) return 0;
  net::CookieJar jar;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    jar.set(*from, lines[i], now);
    net::CookieJar again = jar;
    if (jar.header_for(*from, now) != again.header_for(*from, now))
      require(false, "a copy is equal");
  }
  const std::string header = jar.header_for(*to, now);
  require(is_header_value(header), "cookies are one line");
  require(header.size() <= 8190, "cookies have a limit");
  const bool shares_end = from->hostname() == to->hostname() ||
                          from->hostname().ends_with(to->hostname()) ||
                          to->hostname().ends_with(from->hostname()) ||
                          from->hostname().find('.') != std::string_view::npos;
  require(header.empty() || shares_end, "cookies stay on their site");
  return 0;
}
