// The first line of an HTTP message as the reference extractor reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::archive {

/// Collects a line. A byte past ASCII ends it, and it counts for nothing then.
class LaxLine {
 public:
  void clear();

  /// Takes bytes off the front of `bytes`, until all are gone or the line has ended.
  void take(std::string_view& bytes);

  /// The line has ended.
  bool is_done() const { return is_done_; }

  /// The line with its LF; nothing where it has no end, or one that does not count.
  std::optional<std::string_view> line() const;

  /// Its bytes, without one past ASCII.
  std::uint64_t length() const { return length_; }

 private:
  std::string line_;
  std::uint64_t length_ = 0;
  bool is_done_ = false;
  bool is_valid_ = false;
};

/// "HTTP/1.1 200 OK".
struct LaxStatus {
  int status = 0;                          ///< 100 to 599, or 0
  std::string version = "HTTP/1.0";        ///< "HTTP/0.9", "HTTP/1.0" or "HTTP/1.1"
  std::optional<std::string> reason = {};  ///< "UNK" where the line has none
};

/// Reads a status line; nothing of it is there without a line.
LaxStatus read_lax_status(std::optional<std::string_view> line);

/// "GET /x HTTP/1.1".
struct LaxRequest {
  std::string method = "UNK";
  std::optional<std::string> path = {};  ///< nothing without a line
  std::string version = "HTTP/1.0";
};

/// Reads a request line; nothing where it has no path and no version.
std::optional<LaxRequest> read_lax_request(std::optional<std::string_view> line);

}  // namespace hrefkit::archive
