// Streams between processes of this program: pairs of connected sockets. What Linux has beyond
// POSIX is used where it is there, and done by other means elsewhere.
#pragma once

#include <array>
#include <cstddef>

namespace hrefkit::cli {

/// Makes two sockets, each the other's end of a stream. Programs that this one starts do not have
/// them. A reader that is gone makes writing an error, not a signal. False and errno when it fails.
bool make_stream_pair(std::array<int, 2>& ends);

/// Writes all bytes, with a copy of `descriptor` beside the first one where it is not negative.
/// False when nobody reads them.
bool send_all(int socket, void const* bytes, std::size_t size, int descriptor = -1);

/// Reads `size` bytes; fewer only at the end. `descriptor` gets the descriptor that came beside the
/// first one, or -1: it is the caller's.
std::size_t receive_all(int socket, void* bytes, std::size_t size, int* descriptor = nullptr);

}  // namespace hrefkit::cli
