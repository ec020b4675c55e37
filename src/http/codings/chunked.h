// The chunked transfer coding: RFC 9112, section 7.1, read as leniently as browsers do.
#pragma once

#include <cstdint>
#include <string>

namespace hrefkit::http {

/// What became of a body that should be chunked.
enum class Chunks : std::uint8_t {
  undone,   ///< it was chunked and is whole
  cut,      ///< it was chunked, and ended early or broke: what came before is there
  missing,  ///< it is not chunked, and was not changed
};

/// Undoes the coding in place.
Chunks undo_chunked(std::string& body);

}  // namespace hrefkit::http
