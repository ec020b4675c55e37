// The URL Standard 2012-12-28: its parser (5.2), one function per state, and resolving against a
// base that is parsed once.
//
//   auto base = whatwg_2012::Base::parse("http://a.example/dir/page");
//   std::string out;
//   if (base) whatwg_2012::append_resolved(out, "../x", &*base, text::Encoding::utf_8);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/host/host.h"

namespace hrefkit::url::whatwg_2012 {

// URLs of the URL Standard 2012-12-28: the parsed URL and its serialisation.

/// A "parsed URL" (section 5). A default-constructed one is cleared as 5.2 clears it. A value.
struct Url {
  std::string scheme;       ///< in lower case
  std::string scheme_data;  ///< for URLs without the relative flag
  std::string username;
  std::optional<std::string> password;
  std::optional<std::string> host;  ///< serialised (4.3): a domain, or an IPv6 address in brackets
  std::string port;                 ///< digits; empty for the default port or none
  /// The list of path segments, "/" before each: "" is the empty list, "/" one empty segment.
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
  bool relative = false;  ///< the relative flag: the scheme is a relative scheme
};

/// "URL serializer" (5.3) without the exclude fragment flag.
void append_serialized(std::string& out, Url const& url);

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

/// A parsed URL prepared as a base. A value.
class Base {
 public:
  /// Parses `base` (UTF-8; ill-formed bytes count as U+FFFD) without another base. Fails as
  /// append_resolved does.
  static tl::expected<Base, Error> parse(std::string_view base);

  /// The base as a parsed URL.
  explicit Base(Url url);

  /// The serialised base, with its fragment. Valid while this object lives unchanged.
  std::string_view href() const& { return href_; }
  std::string_view href() const&& = delete;

  Url const& url() const& { return url_; }
  Url const& url() const&& = delete;

 private:
  Url url_;
  std::string href_;
};

/// "URL parser" (5.2) and "URL serializer" (5.3): appends the absolute URL of `reference` (UTF-8;
/// ill-formed bytes count as U+FFFD) relative to `base` (may be null) to `out`. `encoding` is the
/// encoding override. Errors: relative_without_base, invalid_host, invalid_domain, invalid_ipv6,
/// invalid_port, too_long; then `out` is as before.
tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding);

// The encode sets of the URL Standard 2012-12-28.

/// Every set holds all bytes above 0x7E, so that one byte at a time suffices to encode UTF-8.
inline constexpr text::ByteSet simple_encode_set =
    text::c0_control | text::ByteSet::range(0x7F, 0xFF);
inline constexpr text::ByteSet default_encode_set = simple_encode_set | text::ByteSet(" \"#<>?`");
inline constexpr text::ByteSet password_encode_set = default_encode_set | text::ByteSet("/@\\");
inline constexpr text::ByteSet username_encode_set = password_encode_set | text::ByteSet(":");

/// Query state, step 1.3.1: the bytes of an encoded query that are percent-encoded.
inline constexpr text::ByteSet query_encode_set = text::ByteSet::range(0x00, 0x20) |
                                                  text::ByteSet::range(0x7F, 0xFF) |
                                                  text::ByteSet("\x22\x23\x3C\x3E\x60");

// The IPv6 parser of the URL Standard 2012-12-28 (4.2).

/// "IPv6 parser": `text` is the text between the brackets. nullopt on failure. Its serializer
/// (4.3), read without its error, is append_ipv6 of the living standard.
std::optional<Ipv6Address> parse_ipv6(std::string_view text);

}  // namespace hrefkit::url::whatwg_2012
