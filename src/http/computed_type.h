// The media type of a response, from its Content-Type and its first bytes: the MIME Sniffing
// Standard.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hrefkit::http {

class Fields;

/// Bytes of a body that are sniffed: MIME Sniffing 5.2, "read the resource header".
inline constexpr std::size_t sniffed_bytes = 1445;

/// Whether a response asks not to be sniffed: `X-Content-Type-Options: nosniff`.
enum class Sniffing : unsigned char { allowed, refused };

/// What the fields of a response say: Fetch, "determine nosniff".
Sniffing sniffing_of(Fields const& fields);

/// True if the bytes decide the type, and not the media type `supplied` (its essence; nullopt
/// where the response has no valid Content-Type).
bool is_sniffed(std::optional<std::string_view> supplied);

/// The essence of the type of a response whose body begins with `bytes`: MIME Sniffing 7, "the
/// computed MIME type". Images, media and archives of an unknown type become
/// "application/octet-stream": here only documents matter. The result views `supplied` or a
/// literal.
std::string_view computed_type(std::optional<std::string_view> supplied, std::string_view bytes,
                               Sniffing sniffing = Sniffing::allowed);

}  // namespace hrefkit::http
