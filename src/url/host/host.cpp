#include "hrefkit/url/host/host.h"

#include <algorithm>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/host/ipv4.h"
#include "hrefkit/url/host/ipv6.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

bool holds_any(std::string_view text, text::ByteSet const& set) {
  return std::any_of(text.begin(), text.end(), [&set](char c) { return set.contains(c); });
}

tl::expected<void, Error> append_bracketed(std::string& out, std::string_view input,
                                           NoteWriter const& notes) {
  if (!input.ends_with(']')) {
    notes.add(ValidationError::ipv6_unclosed, input.size());
    return tl::make_unexpected(Error::invalid_ipv6);
  }
  const auto address = parse_ipv6(input.substr(1, input.size() - 2), notes.from(1));
  if (!address) return tl::make_unexpected(address.error());
  out += '[';
  append_ipv6(out, *address);
  out += ']';
  return {};
}

/// "Opaque-host parser".
tl::expected<void, Error> append_opaque(std::string& out, std::string_view input,
                                        NoteWriter const& notes) {
  const auto forbidden = std::find_if(
      input.begin(), input.end(), [](char c) { return forbidden_host_code_points.contains(c); });
  if (forbidden != input.end()) {
    notes.add(ValidationError::host_invalid_code_point,
              static_cast<std::size_t>(forbidden - input.begin()));
    return tl::make_unexpected(Error::invalid_host);
  }
  note_invalid_url_units(input, notes);
  append_percent_encoded(out, input, c0_control_percent_encode_set);
  return {};
}

/// "Domain parser" with beStrict false.
tl::expected<std::string, Error> parse_domain(std::string_view domain, NoteWriter const& notes) {
  // Steps 1 and 2.
  if (notes.wanted() && !unicode_to_ascii(domain, IdnaStrictness::strict)) {
    notes.add(ValidationError::domain_to_ascii, 0);
  }
  // Steps 4 to 6.
  std::optional<std::string> result = text::is_ascii(domain)
                                          ? text::to_ascii_lower(domain)
                                          : unicode_to_ascii(domain, IdnaStrictness::relaxed);
  // Steps 7 and 8.
  if (!result || result->empty()) return tl::make_unexpected(Error::invalid_domain);
  if (holds_any(*result, forbidden_domain_code_points)) {
    return tl::make_unexpected(Error::invalid_host);
  }
  return *std::move(result);
}

/// Steps 7 to 9 of the host parser.
tl::expected<void, Error> append_domain_or_ipv4(std::string& out, std::string_view domain,
                                                NoteWriter const& notes) {
  if (!ends_in_a_number(domain)) {
    out += domain;
    return {};
  }
  const auto address = parse_ipv4(domain, notes);
  if (!address) return tl::make_unexpected(address.error());
  append_ipv4(out, *address);
  return {};
}

}  // namespace

tl::expected<void, Error> append_host(std::string& out, std::string_view input, HostSyntax syntax,
                                      NoteWriter const& notes) {
  // Steps 1 and 2.
  if (input.starts_with('[')) return append_bracketed(out, input, notes);
  if (syntax == HostSyntax::opaque) return append_opaque(out, input, notes);
  // FAST: nothing to decode, to lowercase or to forbid.
  if (!notes.wanted() && !holds_any(input, ~plain_domain_bytes)) {
    return append_domain_or_ipv4(out, input, notes);
  }
  // Steps 4 to 9.
  const std::size_t encoded = find_percent_encoded_byte(input);
  if (encoded != std::string_view::npos) {
    notes.add(ValidationError::domain_percent_encoded, encoded);
  }
  const auto domain = parse_domain(to_scalar_values(percent_decode(input)), notes);
  if (!domain) return tl::make_unexpected(domain.error());
  return append_domain_or_ipv4(out, *domain, notes);
}

std::string domain_to_unicode(std::string_view domain) {
  return unicode_to_unicode(domain).value_or(std::string(domain));
}

}  // namespace hrefkit::url
