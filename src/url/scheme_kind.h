// The kinds of scheme that the URL Living Standard treats differently.
#pragma once

#include <cstdint>

namespace hrefkit::url {

/// A "special scheme" (URL standard 4.2), or a scheme that is not special.
enum class SchemeKind : std::uint8_t { not_special, ftp, file, http, https, ws, wss };

/// True for a special scheme.
constexpr bool is_special(SchemeKind kind) {
  return kind != SchemeKind::not_special;
}

}  // namespace hrefkit::url
