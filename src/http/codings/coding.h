// Undoes one content coding (RFC 9110, section 8.4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

enum class Coding : std::uint8_t { identity, chunked, gzip, deflate, brotli, zstd, unknown };

/// The codings that a field's value names, in the order in which they were applied.
std::vector<Coding> codings_in(std::string_view value);

/// Result of undoing a content coding.
enum class Decoded : std::uint8_t {
  undone,          ///< it was coded and is whole
  cut,             ///< it was coded, and is truncated
  broken,          ///< it was coded, and is damaged; the bytes before the damage are there
  wrong_checksum,  ///< it was coded and is complete, but its checksum is wrong
  limited,         ///< longer than the limit; the bytes up to it are there
  missing,         ///< it is not coded so
  unclear,         ///< too short to tell whether it is coded; only for a front
};

/// Whether a body is complete, or its front while the rest arrives.
enum class Part : bool { whole, front };

/// Replaces `out` with `body` without the coding (none of identity, chunked, unknown), as far as
/// `limit` bytes. A front that is decoded is `cut`.
Decoded undo(Coding coding, std::string_view body, std::string& out, std::size_t limit,
             Part part = Part::whole);

// The chunked transfer coding: RFC 9112, section 7.1, read as leniently as browsers do.

/// Result of undoing the chunked coding.
enum class Chunks : std::uint8_t {
  undone,   ///< it was chunked and is whole
  cut,      ///< it was chunked, and is truncated or damaged; the bytes before that are there
  missing,  ///< it is not chunked, and was not changed
};

/// Undoes the coding in place.
Chunks undo_chunked(std::string& body);

}  // namespace hrefkit::http
