// Streams between processes of this program: pairs of connected sockets. Extensions of Linux are
// used if present, and replaced elsewhere.
#pragma once

#include <array>
#include <cstddef>

namespace hrefkit::cli {

/// Makes two sockets, each the other's end of a stream. Programs that this one starts do not
/// inherit them. Writing without a reader is an error, not a signal. False and errno on failure.
bool make_stream_pair(std::array<int, 2>& ends);

/// Writes all bytes, with a copy of `descriptor` beside the first one where it is not negative.
/// False if there is no reader.
bool send_all(int socket, void const* bytes, std::size_t size, int descriptor = -1);

/// Reads `size` bytes; fewer only at the end. `descriptor` gets the descriptor that came with the
/// first one, or -1; the caller owns it.
std::size_t receive_all(int socket, void* bytes, std::size_t size, int* descriptor = nullptr);

}  // namespace hrefkit::cli
