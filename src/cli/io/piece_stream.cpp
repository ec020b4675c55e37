#include "hrefkit/cli/io/piece_stream.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hrefkit::cli {

namespace {

/// What stands before the bytes of a piece in the stream: their number and the tag.
constexpr std::size_t header_size = sizeof(std::uint64_t) + 1;

/// More would not be a result, but a worker gone wrong.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

bool send_all(int socket, char const* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

/// Reads up to `size` bytes; fewer only at the end.
std::size_t receive_all(int socket, char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::recv(socket, bytes + done, size - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

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
    const std::size_t wanted = std::min<std::uint64_t>(step, size - bytes.size());
    const std::size_t before = bytes.size();
    bytes.resize(before + wanted);
    if (receive_all(socket, bytes.data() + before, wanted) < wanted) return Received::cut;
  }
  return Received::piece;
}

}  // namespace hrefkit::cli
