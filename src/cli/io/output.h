// Where results go: standard output, or the file of -o.
#pragma once

#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// A destination for results. After a failed write nothing more is written.
class Output {
 public:
  /// Writes to the file `path`, or to `standard` when it is empty. `error()` tells if the file
  /// cannot be opened.
  Output(std::string path, std::ostream& standard);

  /// Writes `text`; false when this or an earlier write failed.
  bool write(std::string_view text);

  /// Writes out what is buffered; call it at the end, for a full disk may show only then.
  bool finish();

  /// What failed, or nothing. A reader that went away (EPIPE) is no error: see `reader_left`.
  std::optional<std::string> error() const { return error_; }
  bool reader_left() const { return reader_left_; }

 private:
  bool check();

  std::string path_;
  std::ofstream file_;
  std::ostream* stream_;
  std::optional<std::string> error_;
  bool reader_left_ = false;
};

}  // namespace hrefkit::cli
