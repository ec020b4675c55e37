// The productions of URL standard 4.3 (and 3.4 for hosts), one function each. They are not part of
// the parser, so that a test can compare both: a string is valid when it parses
// without a validation error.
#include "hrefkit/url/valid_url_string.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::url {

namespace {

/// Zero or more URL units.
bool is_url_units(std::string_view text) {
  return find_non_url_unit(text, 0) == text.size();
}

bool contains(std::string_view text, char c) {
  return text.find(c) != std::string_view::npos;
}

/// Cuts `text` at the first `separator`; `tail` gets what follows it, if it is there.
std::string_view cut_at(std::string_view text, char separator,
                        std::optional<std::string_view>& tail) {
  const std::size_t at = text.find(separator);
  if (at != std::string_view::npos) tail = text.substr(at + 1);
  return text.substr(0, at);
}

// Section 3.4.

/// "Valid domain string".
bool is_valid_domain(std::string_view text) {
  const std::optional<std::string> ascii = unicode_to_ascii(text, IdnaStrictness::strict);
  return ascii && !ends_in_a_number(*ascii);
}

/// "Valid IPv6-piece string": 1 to 4 hex digits without a needless zero.
bool is_valid_ipv6_piece(std::string_view text) {
  return !text.empty() && text.size() <= 4 && (text.size() == 1 || text[0] != '0') &&
         text::is_made_of(text, text::ascii_hex_digit);
}

/// The "effective piece length" of pieces between ":"; with `ipv4` the last may be an IPv4
/// address, which counts two. nullopt when a piece is not valid.
enum class TrailingIpv4 { allowed, forbidden };

std::optional<std::size_t> effective_piece_length(std::string_view text, TrailingIpv4 ipv4) {
  std::size_t length = 0;
  for (std::optional<std::string_view> rest = text; rest && length <= 8;) {
    std::optional<std::string_view> tail;
    const std::string_view piece = cut_at(*rest, ':', tail);
    if (is_valid_ipv6_piece(piece)) {
      length += 1;
    } else if (!tail && ipv4 == TrailingIpv4::allowed && rfc3986::is_ipv4_address(piece)) {
      length += 2;
    } else {
      return std::nullopt;
    }
    rest = tail;
  }
  return length;
}

/// "Valid IPv6-address string".
bool is_valid_ipv6(std::string_view text) {
  const std::size_t compressed = text.find("::");
  if (compressed == std::string_view::npos) {
    return effective_piece_length(text, TrailingIpv4::allowed) == 8;
  }
  const std::string_view before = text.substr(0, compressed);
  const std::string_view after = text.substr(compressed + 2);
  const auto length_before = before.empty()
                                 ? std::optional<std::size_t>(0)
                                 : effective_piece_length(before, TrailingIpv4::forbidden);
  const auto length_after = after.empty() ? std::optional<std::size_t>(0)
                                          : effective_piece_length(after, TrailingIpv4::allowed);
  return length_before && length_after && *length_before + *length_after <= 7;
}

/// "[", a valid IPv6-address string and "]".
bool is_valid_bracketed(std::string_view text) {
  return text.size() >= 2 && text.front() == '[' && text.back() == ']' &&
         is_valid_ipv6(text.substr(1, text.size() - 2));
}

/// "Valid opaque-host string".
bool is_valid_opaque_host(std::string_view text) {
  if (is_valid_bracketed(text)) return true;
  return !text.empty() && is_url_units(text) && std::none_of(text.begin(), text.end(), [](char c) {
    return forbidden_host_code_points.contains(c);
  });
}

// Section 4.3.

/// "URL-port string".
bool is_valid_port(std::string_view text) {
  return text.empty() || (find_non_digit(text) == text.size() && parse_port(text).has_value());
}

/// "Path-absolute-URL string", or the empty string. Any run of URL units without "?" is a sequence
/// of path segments.
bool is_optional_absolute_path(std::string_view text) {
  return text.empty() || (text.front() == '/' && !contains(text, '?') && is_url_units(text));
}

/// A host, an optional ":" with a port, and an optional path, after "//".
struct AuthorityAndPath {
  std::string_view host;
  std::optional<std::string_view> port;
  std::string_view path;
};

AuthorityAndPath cut_authority(std::string_view text) {
  AuthorityAndPath parts;
  const std::size_t slash = std::min(text.find('/'), text.size());
  parts.path = text.substr(slash);
  const std::string_view authority = text.substr(0, slash);
  const std::size_t colon = find_port_colon(authority);
  parts.host = authority.substr(0, colon);
  if (colon != std::string_view::npos) parts.port = authority.substr(colon + 1);
  return parts;
}

/// "Scheme-relative-special-URL string" without its "//".
bool is_after_special_slashes(std::string_view text) {
  const AuthorityAndPath parts = cut_authority(text);
  return is_valid_host_string(parts.host) && is_valid_port(parts.port.value_or("")) &&
         is_optional_absolute_path(parts.path);
}

/// "Scheme-relative-URL string" without its "//".
bool is_after_opaque_slashes(std::string_view text) {
  const AuthorityAndPath parts = cut_authority(text);
  const bool empty = parts.host.empty() && !parts.port;
  return (empty || (is_valid_opaque_host(parts.host) && is_valid_port(parts.port.value_or("")))) &&
         is_optional_absolute_path(parts.path);
}

/// "Scheme-relative-file-URL string" without its "//".
bool is_after_file_slashes(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view host = text.substr(0, slash);
  return (host.empty() || is_valid_host_string(host)) &&
         is_optional_absolute_path(text.substr(slash));
}

/// The scheme-relative string that goes with a kind of scheme.
bool is_scheme_relative(std::string_view text, SchemeKind kind) {
  if (!text.starts_with("//")) return false;
  text.remove_prefix(2);
  if (kind == SchemeKind::file) return is_after_file_slashes(text);
  return is_special(kind) ? is_after_special_slashes(text) : is_after_opaque_slashes(text);
}

/// What follows the ":" of an absolute-URL string, without query and fragment.
bool is_after_scheme(std::string_view text, SchemeKind kind) {
  if (is_special(kind) || text.starts_with("//")) return is_scheme_relative(text, kind);
  // A path-absolute-non-authority-URL string or an opaque-path-URL string.
  return is_url_units(text);
}

/// "Relative-URL string" without its query.
bool is_relative(std::string_view text, Url const& base) {
  if (text.starts_with("//")) return is_scheme_relative(text, base.scheme_kind());
  // A path-absolute-non-authority-URL or path-relative-scheme-less-URL string.
  return is_url_units(text);
}

}  // namespace

bool is_valid_host_string(std::string_view text) {
  return is_valid_bracketed(text) || rfc3986::is_ipv4_address(text) || is_valid_domain(text);
}

bool is_valid_absolute_url_string(std::string_view text) {
  return scheme_length(text) != 0 && is_valid_url_string(text);
}

bool is_valid_url_string(std::string_view text, Url const* base) {
  if (text::find_invalid_utf8(text) != text.size()) return false;
  // Neither "#" nor an unencoded "?" is part of the text before them.
  std::optional<std::string_view> fragment;
  std::optional<std::string_view> query;
  const bool only_fragment = text.starts_with('#');
  text = cut_at(text, '#', fragment);
  text = cut_at(text, '?', query);
  if (!is_url_units(fragment.value_or("")) || !is_url_units(query.value_or(""))) return false;
  if (const std::size_t scheme = scheme_length(text)) {
    const std::string name = text::to_ascii_lower(text.substr(0, scheme));
    return is_after_scheme(text.substr(scheme + 1), scheme_kind(name));
  }
  if (base == nullptr) return false;
  return base->has_opaque_path() ? only_fragment : is_relative(text, *base);
}

}  // namespace hrefkit::url
