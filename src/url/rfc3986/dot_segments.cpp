#include "hrefkit/url/rfc3986/dot_segments.h"

#include <algorithm>
#include <string_view>

namespace hrefkit::url::rfc3986 {

namespace {

/// The input buffer is [read, end) and the output buffer [begin, write) of one string: no step
/// outputs more than it takes, so the output never overtakes the input.
class DotSegmentRemover {
 public:
  DotSegmentRemover(std::string& text, std::size_t begin, std::size_t plain)
      : text_(text), begin_(begin), read_(begin + plain), write_(read_) {}

  void run() {
    while (read_ < text_.size()) step();
    text_.resize(write_);
  }

 private:
  std::string_view input() const { return std::string_view(text_).substr(read_); }
  bool input_starts_with(std::string_view prefix) const {
    return input().substr(0, prefix.size()) == prefix;
  }

  // 5.2.4 step 2.
  void step() {
    if (input_starts_with("../")) {  // A
      read_ += 3;
    } else if (input_starts_with("./") || input_starts_with("/./")) {  // A, B
      read_ += 2;
    } else if (input() == "/.") {  // B, and E on the "/" that it leaves
      end_with_slash();
    } else if (input_starts_with("/../")) {  // C
      read_ += 3;
      remove_last_segment();
    } else if (input() == "/..") {  // C, and E on the "/" that it leaves
      remove_last_segment();
      end_with_slash();
    } else if (input() == "." || input() == "..") {  // D
      read_ = text_.size();
    } else {  // E
      move_segment();
    }
  }

  void end_with_slash() {
    text_[write_++] = '/';
    read_ = text_.size();
  }

  /// Drops the output's last segment and the "/" before it, if any.
  void remove_last_segment() {
    while (write_ > begin_ && text_[--write_] != '/') {
    }
  }

  /// Moves the first segment with its initial "/", if any, up to the next "/".
  void move_segment() {
    const std::size_t end = std::min(text_.find('/', read_ + 1), text_.size());
    std::copy(text_.begin() + static_cast<std::ptrdiff_t>(read_),
              text_.begin() + static_cast<std::ptrdiff_t>(end),
              text_.begin() + static_cast<std::ptrdiff_t>(write_));
    write_ += end - read_;
    read_ = end;
  }

  std::string& text_;
  std::size_t begin_;
  std::size_t read_;
  std::size_t write_;
};

}  // namespace

void remove_dot_segments(std::string& text, std::size_t begin, std::size_t plain) {
  DotSegmentRemover(text, begin, plain).run();
}

std::size_t plain_length(std::string_view directory) {
  for (std::size_t begin = 0; begin < directory.size();) {
    const std::size_t end = directory.find('/', begin);
    const std::string_view segment = directory.substr(begin, end - begin);
    if (segment == "." || segment == "..") return 0;
    begin = end + 1;
  }
  return directory.empty() ? 0 : directory.size() - 1;
}

}  // namespace hrefkit::url::rfc3986
