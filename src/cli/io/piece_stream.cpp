#include "hrefkit/cli/io/piece_stream.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hrefkit/cli/io/stream_socket.h"

namespace hrefkit::cli {

namespace {

/// What stands before the bytes of a piece in the stream: their number and the tag.
constexpr std::size_t header_size = sizeof(std::uint64_t) + 1;

/// More would not be a result, but a worker gone wrong.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

}  // namespace

bool PieceSink::give(char tag, std::string_view bytes) {
  std::array<char, header_size> header{};
  const std::uint64_t size = bytes.size();
  std::memcpy(header.data(), &size, sizeof(size));
  header.back() = tag;
  return send_all(socket_, header.data(), header.size()) &&
         send_all(socket_, bytes.data(), bytes.size());
}

Received receive_piece(int socket, char& tag, std::string& bytes) {
  constexpr std::size_t step = std::size_t{1} << 20;
  std::array<char, header_size> header{};
  const std::size_t got = receive_all(socket, header.data(), header.size());
  if (got == 0) return Received::end;
  if (got < header.size()) return Received::cut;
  std::uint64_t size = 0;
  std::memcpy(&size, header.data(), sizeof(size));
  if (size > most_bytes) return Received::oversized;
  tag = header.back();
  bytes.clear();
  while (bytes.size() < size) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(step, size - bytes.size()));
    const std::size_t before = bytes.size();
    bytes.resize(before + wanted);
    if (receive_all(socket, bytes.data() + before, wanted) < wanted) return Received::cut;
  }
  return Received::piece;
}

}  // namespace hrefkit::cli
