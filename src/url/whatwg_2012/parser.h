// The URL parser of the URL Standard 2012-12-28 (5.2), one function per state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/whatwg_2012/url.h"

namespace hrefkit::url::whatwg_2012 {

/// The states of the URL parser.
enum class State : std::uint8_t {
  scheme_start,
  scheme,
  scheme_data,
  no_scheme,
  relative,
  authority_start,
  authority,
  file_host,
  host,
  hostname,
  port,
  relative_path_start,
  relative_path,
  query,
  fragment,
};

/// "URL parser" without a URL to change. `input` is UTF-8, where ill-formed bytes count as U+FFFD;
/// `base` may be null; `encoding` is the encoding override. Errors: relative_without_base,
/// invalid_host, invalid_domain, invalid_ipv6, invalid_port, too_long.
tl::expected<Url, Error> parse(std::string_view input, Url const* base,
                               text::Encoding encoding = text::Encoding::utf_8);

/// "URL parser" on `url` with a state override. On failure `url` has what was set before.
tl::expected<void, Error> parse_into(Url& url, std::string_view input, State state_override,
                                     text::Encoding encoding = text::Encoding::utf_8);

}  // namespace hrefkit::url::whatwg_2012
