// The file of -o.
//
// Results go to a temporary file in the folder of the target, which takes the target's place when
// all is done. Until then, and when anything fails, the old file stands. What a run that was killed
// left is removed by the next run with the same target. Devices and pipes, and
// what is standard output or standard error already, are written straight.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "hrefkit/cli/io/removal_on_signal.h"

namespace hrefkit::cli {

class OutputFile {
 public:
  OutputFile() = default;
  /// Removes the temporary file unless it has been committed.
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  /// Opens the output at `path`. A link is followed: the file that it leads to is replaced. Each of
  /// the functions returns the error of the system, if there is one.
  std::error_code open(std::string const& path);

  std::error_code write(std::string_view text);

  /// Writes out what is buffered.
  std::error_code flush();

  /// True for an open file that `commit` puts in the place of another, or where there was none;
  /// false for what is written straight.
  bool is_replacement() const { return !temporary_.empty(); }

  /// Puts the results in their place, on the disk.
  std::error_code commit();

 private:
  std::error_code open_straight(std::string const& path);
  std::error_code open_temporary(std::string const& path);
  std::error_code copy_mode() const;
  std::error_code write_all(std::string_view text) const;
  std::error_code close();

  std::string buffer_;
  std::string target_;     // the file to replace, links followed
  std::string temporary_;  // what will replace it; empty: written straight
  std::unique_ptr<RemovalOnSignal> removal_;
  int descriptor_ = -1;
};

}  // namespace hrefkit::cli
