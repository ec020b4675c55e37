#include "hrefkit/archive/surt/handy_url.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::archive {

namespace {

using text::ByteSet;

std::string without_line_ends(std::string_view uri) {
  constexpr ByteSet space(" \t\n\r\v\f");
  std::string out(text::strip(uri, space));
  out.erase(std::remove_if(out.begin(), out.end(),
                           [](char c) { return c == '\t' || c == '\n' || c == '\r'; }),
            out.end());
  return out;
}

/// The length of "http://" or "https://" at the beginning; 0 for anything else. Lower case only.
std::size_t http_length(std::string_view uri) {
  for (std::string_view const http : {"http://", "https://"}) {
    if (uri.starts_with(http)) return http.size();
  }
  return 0;
}

/// "http://https://h/" is "https://h/": links were often made by putting "http://" first.
std::string_view without_doubled_http(std::string_view uri) {
  for (;;) {
    const std::size_t first = http_length(uri);
    if (first == 0 || http_length(uri.substr(first)) == 0) return uri;
    uri.remove_prefix(first);
  }
}

/// Digits without leading zeros; nothing for what is no number from 0 to 65535.
std::optional<std::string> read_port(std::string_view port) {
  constexpr std::string_view greatest = "65535";
  if (port.empty() || !text::is_made_of(port, text::ascii_digit)) return std::nullopt;
  port.remove_prefix(std::min(port.find_first_not_of('0'), port.size()));
  const bool is_greater =
      port.size() > greatest.size() || (port.size() == greatest.size() && port > greatest);
  if (is_greater) return std::nullopt;
  return std::string(port);
}

void read_authority(HandyUrl& url, std::string_view authority) {
  while (authority.ends_with(':')) authority.remove_suffix(1);
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const std::size_t bracket = authority.find('[');
  if (bracket != std::string_view::npos) authority.remove_prefix(bracket + 1);
  const std::size_t end =
      std::min(authority.find(bracket == std::string_view::npos ? ':' : ']'), authority.size());
  url.host = authority.substr(0, end);
  authority.remove_prefix(end);
  authority.remove_prefix(std::min(authority.find(':'), authority.size()));
  if (authority.empty()) return;
  const auto port = read_port(authority.substr(1));
  url.port = port.value_or("");
  url.has_wrong_port = !port;
}

/// "http:////h/p" and "http:h/p" are "http://h/p".
void take_host_from_path(HandyUrl& url) {
  std::string_view path = *url.path;
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::size_t slash = std::min(path.find('/'), path.size());
  url.host = path.substr(0, slash);
  std::string rest("/");
  rest += path.substr(std::min(slash + 1, path.size()));
  url.path = std::move(rest);
}

}  // namespace

HandyUrl split_handy_url(std::string_view uri) {
  std::string text = without_line_ends(uri);
  if (!text.empty() && url::scheme_length(text) == 0) text.insert(0, "http://");
  std::string_view rest = without_doubled_http(text);
  HandyUrl url;
  const std::size_t scheme = url::scheme_length(rest);
  url.scheme = rest.substr(0, scheme);
  rest.remove_prefix(std::min(scheme + 1, rest.size()));
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    read_authority(url, text::take_until(rest, text::ByteSet("/?#")));
  }
  const std::string_view path = text::take_until(rest, text::ByteSet("?#"));
  if (!path.empty()) url.path = path;
  if (rest.starts_with('?')) url.query = text::take_until(rest, text::ByteSet("#")).substr(1);
  if (url.scheme.starts_with("http") && url.host.empty() && url.path) take_host_from_path(url);
  return url;
}

}  // namespace hrefkit::archive
