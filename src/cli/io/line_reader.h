// Lines from a stream, read in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// What is wrong with a line of `--batch` that is something else.
inline constexpr char const* not_an_object = "is not a JSON object";

/// Reads the lines of a stream. It reads the bytes that are ready and does not wait for more, so
/// that a program at the other end of a pipe can wait for the answer to each line.
class LineReader {
 public:
  /// `stream` must outlive the reader. Lines of more than `limit` bytes are cut, and their text is
  /// unspecified.
  explicit LineReader(std::istream& stream, std::size_t limit = SIZE_MAX)
      : stream_(stream), limit_(limit) {}

  /// True when `next` need not wait for input.
  bool has_line();

  /// The next line without its LF (the last one may have none); nullopt at the end. Valid until
  /// the next call.
  std::optional<std::string_view> next();

  /// True if the line that `next` returned was longer than the limit.
  bool is_too_long() const { return is_too_long_; }

  /// The error in reading, or nullopt.
  std::optional<std::string> const& error() const { return error_; }

 private:
  void fill();
  void drop_long_line();

  std::istream& stream_;
  std::size_t limit_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of the next line in the buffer
  std::size_t searched_ = 0;  // no LF before this place
  std::size_t line_end_ = std::string::npos;
  bool at_end_ = false;
  bool is_too_long_ = false;  // the line that was returned
  bool was_dropped_ = false;  // the beginning of the next line was dropped
  std::optional<std::string> error_;
};

}  // namespace hrefkit::cli
