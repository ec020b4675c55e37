#include "hrefkit/cli/io/output.h"

#include <cerrno>
#include <ostream>
#include <utility>

#include "hrefkit/cli/io/file_identity.h"

namespace hrefkit::cli {

Output::Output(std::string path, std::ostream& standard)
    : path_(std::move(path)), standard_(standard) {
  if (is_file()) check(file_.open(path_));
}

bool Output::write(std::string_view text) {
  if (error_ || reader_left_) return false;
  if (is_file()) return check(file_.write(text));
  errno = 0;
  standard_.write(text.data(), static_cast<std::streamsize>(text.size()));
  return check_stream();
}

bool Output::flush() {
  if (error_ || reader_left_) return false;
  if (is_file()) return check(file_.flush());
  errno = 0;
  standard_.flush();
  return check_stream();
}

bool Output::finish(std::size_t inputs_read) {
  if (!is_file()) return flush();
  if (error_ || reader_left_) return false;
  return inputs_read == 0 && file_.is_replacement() ? keep_file() : check(file_.commit());
}

/// The temporary file goes with this object.
bool Output::keep_file() {
  error_ =
      path_ + (regular_file(path_) ? ": not replaced" : ": not written") + ": no input was read";
  return false;
}

bool Output::check_stream() {
  return standard_ || check({errno != 0 ? errno : EIO, std::generic_category()});
}

bool Output::check(std::error_code error) {
  if (!error) return true;
  if (error == std::errc::broken_pipe) {
    reader_left_ = true;
  } else {
    error_ = (is_file() ? path_ : "standard output") + ": cannot write: " + error.message();
  }
  return false;
}

}  // namespace hrefkit::cli
