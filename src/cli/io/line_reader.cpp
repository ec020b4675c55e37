#include "hrefkit/cli/io/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <utility>

namespace hrefkit::cli {

bool LineReader::has_line() {
  if (line_end_ != std::string::npos) return true;
  line_end_ = buffer_.find('\n', std::max(begin_, searched_));
  searched_ = buffer_.size();
  return line_end_ != std::string::npos;
}

std::optional<std::string_view> LineReader::next() {
  while (!has_line() && !at_end_) {
    fill();
    drop_long_line();
  }
  const std::size_t begin = begin_;
  is_too_long_ = was_dropped_ || std::min(line_end_, buffer_.size()) - begin > limit_;
  const bool is_rest = std::exchange(was_dropped_, false);
  if (line_end_ == std::string::npos) {
    if (begin == buffer_.size() && !is_rest) return std::nullopt;
    begin_ = buffer_.size();
    return std::string_view(buffer_).substr(begin);
  }
  const std::size_t end = line_end_;
  begin_ = end + 1;
  line_end_ = std::string::npos;
  searched_ = begin_;
  return std::string_view(buffer_).substr(begin, end - begin);
}

/// Drops the beginning of a line that is too long, so that memory stays bounded.
void LineReader::drop_long_line() {
  if (has_line() || buffer_.size() - begin_ <= limit_) return;
  buffer_.resize(begin_);
  searched_ = begin_;
  was_dropped_ = true;
}

/// Drops the lines that were returned, waits for a byte, and reads all bytes that are ready.
void LineReader::fill() {
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  errno = 0;
  if (stream_.peek() == std::istream::traits_type::eof()) {
    at_end_ = true;
    if (stream_.bad()) error_ = errno != 0 ? std::strerror(errno) : "cannot be read";
    return;
  }
  const std::streamsize ready = std::max<std::streamsize>(stream_.rdbuf()->in_avail(), 1);
  const std::size_t filled = buffer_.size();
  buffer_.resize(filled + static_cast<std::size_t>(ready));
  stream_.read(buffer_.data() + filled, ready);
  buffer_.resize(filled + static_cast<std::size_t>(stream_.gcount()));
}

}  // namespace hrefkit::cli
