// The one table of schemes: which schemes each standard treats specially, and their default ports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::url {

/// True for the schemes that `standard` treats as those of a server, in any case: the "special
/// schemes" of the URL Living Standard (4.2), the "relative schemes" of the URL Standard 2012-12-28
/// (5), and the schemes with "a server-based naming authority" of HTML5 (W3C draft) (2.6.3) and Web
/// addresses in HTML 5 (3).
bool is_server_scheme(std::string_view scheme, Standard standard);

/// The default port of such a scheme in digits, in any case; empty for "file" and all others.
std::string_view default_port(std::string_view scheme, Standard standard);

/// "Query state", step 1: the document's encoding serves special schemes except ws and wss.
constexpr bool query_takes_document_encoding(SchemeKind kind) {
  return is_special(kind) && kind != SchemeKind::ws && kind != SchemeKind::wss;
}

// Ports, and where they begin (URL standard 4.4, host state and port state).

/// The offset of the ":" that ends the host in "host:port": the first outside of brackets. npos
/// without such a colon.
std::size_t find_port_colon(std::string_view host_and_port);

/// The offset of the first byte that is not an ASCII digit, or the size.
std::size_t find_non_digit(std::string_view text);

/// The value of `digits` (ASCII digits, at least one), if it is at most 65535.
std::optional<std::uint16_t> parse_port(std::string_view digits);

}  // namespace hrefkit::url
