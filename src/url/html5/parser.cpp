#include "hrefkit/url/html5/parser.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::url::html5 {

static_assert((rfc3986::unreserved & added_unreserved) == text::ByteSet{});
static_assert((rfc3986::unreserved | rfc3986::sub_delims | added_unreserved |
               text::ByteSet("%:/?#@")) == text::ByteSet::range(0x00, 0xFF),
              "2.6.2 leaves only the delimiters and the percent sign out");

namespace {

struct DefaultPort {
  std::string_view scheme;
  std::string_view port;
};

/// The registered defaults of the schemes with a server-based naming authority.
constexpr std::array default_ports{
    DefaultPort{"ftp", "21"},    DefaultPort{"gopher", "70"}, DefaultPort{"http", "80"},
    DefaultPort{"https", "443"}, DefaultPort{"ws", "80"},     DefaultPort{"wss", "443"},
};
static_assert(std::is_sorted(default_ports.begin(), default_ports.end(),
                             [](auto const& a, auto const& b) { return a.scheme < b.scheme; }));

std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

std::optional<rfc3986::Reference> parse(std::string_view url) {
  // 2.6.2 step 1; steps 2 and 3.
  return rfc3986::match(text::strip(url, space_characters), grammar);
}

std::string_view default_port(std::string_view scheme) {
  for (DefaultPort const& row : default_ports) {
    if (text::equals_ignoring_ascii_case(row.scheme, scheme)) return row.port;
  }
  return {};
}

// 2.6.2 step 3, <hostport>. An empty port is no port number, so it differs from every default.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference) {
  if (!reference.scheme || !reference.port) return reference.host;
  const std::string_view port = without_leading_zeros(*reference.port);
  if (!port.empty() && port == default_port(*reference.scheme)) return reference.host;
  const std::string_view authority = *reference.authority;
  const std::size_t userinfo = reference.userinfo ? reference.userinfo->size() + 1 : 0;
  return authority.substr(userinfo);
}

std::string_view host_specific(std::string_view url, rfc3986::Reference const& reference) {
  const std::string_view stripped = text::strip(url, space_characters);
  if (!reference.authority) return stripped;
  const char* const end = reference.authority->data() + reference.authority->size();
  return stripped.substr(static_cast<std::size_t>(end - stripped.data()));
}

}  // namespace hrefkit::url::html5
