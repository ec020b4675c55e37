// One content coding undone (RFC 9110, section 8.4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

enum class Coding : std::uint8_t { identity, chunked, gzip, deflate, brotli, zstd, unknown };

/// The codings that a field's value names, in the order in which they were applied.
std::vector<Coding> codings_in(std::string_view value);

/// What became of a body.
enum class Decoded : std::uint8_t {
  undone,          ///< it was coded and is whole
  cut,             ///< it was coded, and ended early
  broken,          ///< it was coded, and is damaged: what came before is there
  wrong_checksum,  ///< it was coded, and is all there, but its checksum is wrong
  limited,         ///< more than the limit: what came before is there
  missing,         ///< it is not coded so
  unclear,         ///< more of it is needed to tell whether it is coded; only for a front
};

/// Whether a body is all there, or its front while the rest arrives.
enum class Part : bool { whole, front };

/// Replaces `out` with `body` without the coding (none of identity, chunked, unknown), as far as
/// `limit` bytes. A front that is decoded is `cut`.
Decoded undo(Coding coding, std::string_view body, std::string& out, std::size_t limit,
             Part part = Part::whole);

// The chunked transfer coding: RFC 9112, section 7.1, read as leniently as browsers do.

/// What became of a body that should be chunked.
enum class Chunks : std::uint8_t {
  undone,   ///< it was chunked and is whole
  cut,      ///< it was chunked, and ended early or broke: what came before is there
  missing,  ///< it is not chunked, and was not changed
};

/// Undoes the coding in place.
Chunks undo_chunked(std::string& body);

}  // namespace hrefkit::http
