// Pieces of bytes on their way from one process of this program to another, by a stream socket.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::cli {

/// The end that gives.
class PieceSink {
 public:
  explicit PieceSink(int socket) : socket_(socket) {}

  /// Hands over `bytes` of any content under a tag of the caller's. False when nobody takes
  /// them.
  bool give(char tag, std::string_view bytes);

 private:
  int socket_;
};

/// What came from a socket: a piece, its end, a piece without its end, or one that claims to have
/// more than 4 GiB.
enum class Received { piece, end, cut, oversized };

/// Reads one piece. Memory grows with the bytes that come, not with the size that is announced.
Received receive_piece(int socket, char& tag, std::string& bytes);

}  // namespace hrefkit::cli
