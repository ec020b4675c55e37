#include "hrefkit/cli/io/output.h"

#include <cerrno>
#include <cstring>
#include <ostream>

namespace hrefkit::cli {

Output::Output(std::string path, std::ostream& standard)
    : path_(std::move(path)), stream_(&standard) {
  if (path_.empty()) return;
  errno = 0;
  file_.open(path_, std::ios::binary | std::ios::trunc);
  stream_ = &file_;
  check();
}

bool Output::write(std::string_view text) {
  if (error_ || reader_left_) return false;
  errno = 0;
  stream_->write(text.data(), static_cast<std::streamsize>(text.size()));
  return check();
}

bool Output::finish() {
  if (error_ || reader_left_) return false;
  errno = 0;
  stream_->flush();
  return check();
}

bool Output::check() {
  if (*stream_) return true;
  if (errno == EPIPE) {
    reader_left_ = true;
  } else {
    error_ = (path_.empty() ? std::string("standard output") : path_) +
             ": cannot write: " + (errno == 0 ? "write error" : std::strerror(errno));
  }
  return false;
}

}  // namespace hrefkit::cli
