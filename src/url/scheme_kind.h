// The kinds of scheme that the URL Living Standard treats differently, and their default ports.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::url {

/// A "special scheme" (URL standard 4.2), or a scheme that is not special.
enum class SchemeKind : std::uint8_t { not_special, ftp, file, http, https, ws, wss };

/// True for a special scheme.
constexpr bool is_special(SchemeKind kind) {
  return kind != SchemeKind::not_special;
}

/// The kind of `scheme`, which must be in lower case (URL standard 4.2).
SchemeKind scheme_kind(std::string_view scheme);

/// The default port of a special scheme. "file" and schemes that are not special have no default.
std::optional<std::uint16_t> default_port(SchemeKind kind);

}  // namespace hrefkit::url
