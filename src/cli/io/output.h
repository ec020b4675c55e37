// Where results go: standard output, or the file of -o.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/cli/io/output_file.h"

namespace hrefkit::cli {

/// A destination for results. After a failed write nothing more is written.
class Output {
 public:
  /// Writes to the file `path`, or to `standard` when it is empty. `error()` is set when the
  /// file cannot be opened.
  Output(std::string path, std::ostream& standard);

  /// Writes `text`; false when this or an earlier write failed.
  bool write(std::string_view text);

  /// Writes out what is buffered, for a reader that waits.
  bool flush();

  /// Ends the output; call it when all is done. Only then a file is put in its place, and a full
  /// disk may show only then. Where none of the inputs was read, the results say nothing: then a
  /// file stays as it was, which is an error. Standard output, devices and pipes have what was
  /// written.
  bool finish(std::size_t inputs_read);

  /// True when the reader went away: the results end where it stopped.
  bool is_cut_off() const { return reader_left_; }

  /// What failed, or nothing. A reader that went away (EPIPE) is not an error.
  std::optional<std::string> const& error() const { return error_; }

 private:
  bool is_file() const { return !path_.empty(); }
  bool keep_file();
  bool check(std::error_code error);
  bool check_stream();

  std::string path_;
  OutputFile file_;
  std::ostream& standard_;
  std::optional<std::string> error_;
  bool reader_left_ = false;
};

}  // namespace hrefkit::cli
