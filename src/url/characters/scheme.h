// Schemes that the URL standard treats on their own (section 4.2, "special scheme").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// Which special scheme a scheme is, or that it is none.
enum class SchemeKind : std::uint8_t { not_special, ftp, file, http, https, ws, wss };

/// Sorts a scheme, which must be in lower case.
SchemeKind scheme_kind(std::string_view scheme);

constexpr bool is_special(SchemeKind kind) {
  return kind != SchemeKind::not_special;
}

/// The default port of a special scheme; file and the others have none.
std::optional<std::uint16_t> default_port(SchemeKind kind);

/// "Query state", step 1: the document's encoding serves special schemes only, ws and wss not.
constexpr bool query_takes_document_encoding(SchemeKind kind) {
  return is_special(kind) && kind != SchemeKind::ws && kind != SchemeKind::wss;
}

/// What may follow a scheme's first letter.
inline constexpr text::ByteSet scheme_characters = text::ascii_alphanumeric | text::ByteSet("+-.");

}  // namespace hrefkit::url
