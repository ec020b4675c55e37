#include "hrefkit/url/whatwg_2012/host.h"

#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/whatwg_2012/ipv6.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

/// Host parser step 1.
tl::expected<std::string, Error> parse_bracketed(std::string_view input) {
  if (!input.ends_with(']')) return tl::make_unexpected(Error::invalid_host);
  const std::optional<Ipv6Address> address = parse_ipv6(input.substr(1, input.size() - 2));
  if (!address) return tl::make_unexpected(Error::invalid_ipv6);
  std::string host = "[";
  append_ipv6(host, *address);
  host += ']';
  return host;
}

/// True when a label of `domain`, in lower case, claims to be Punycode.
bool has_punycode_label(std::string_view domain) {
  return domain.starts_with("xn--") || domain.find(".xn--") != std::string_view::npos;
}

}  // namespace

tl::expected<std::string, Error> parse_host(std::string_view input) {
  if (input.starts_with('[')) return parse_bracketed(input);
  // Step 2.
  const std::string domain = to_scalar_values(percent_decode(input));
  // Step 3, "IDNA hell". FAST: UTS #46 lowercases plain ASCII and checks nothing of it.
  if (text::is_ascii(domain)) {
    std::string lower = text::to_ascii_lower(domain);
    if (!has_punycode_label(lower)) return lower;
  }
  std::optional<std::string> ascii = unicode_to_ascii(domain, IdnaStrictness::relaxed);
  if (!ascii) return tl::make_unexpected(Error::invalid_domain);
  return *std::move(ascii);
}

}  // namespace hrefkit::url::whatwg_2012
