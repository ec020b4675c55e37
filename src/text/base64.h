// Base64.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::text {

/// Replaces `bytes` with the bytes that `base64` encodes (Infra Standard, "forgiving-base64
/// decode": ASCII white space does not count, the padding may be missing). False where it is not
/// base64; `bytes` is then unspecified.
bool decode_base64(std::string_view base64, std::string& bytes);

/// Appends `bytes` as base64 with its padding (RFC 4648, section 4).
void append_base64(std::string& out, std::string_view bytes);

}  // namespace hrefkit::text
