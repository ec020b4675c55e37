// External sort: sorts lines by their bytes and drops duplicates, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/io/spilled_rows.h"

namespace hrefkit::cli {

/// Collects lines and emits them as `LC_ALL=C sort -u` does. Lines beyond the budget are written to
/// unnamed temporary files.
class SortedLines {
 public:
  /// `budget` is in bytes of memory.
  explicit SortedLines(std::size_t budget = std::size_t{64} << 20) : budget_(budget) {}

  /// Adds whole lines, each with its LF. Throws std::system_error if a temporary file cannot be
  /// written.
  void add(std::string_view lines);

  /// Passes all lines in pieces to `write`, until it returns false, and empties the collection.
  void emit(std::function<bool(std::string_view)> const& write);

 private:
  using File = UnnamedFile;
  struct Line {
    std::uint32_t begin;
    std::uint32_t length;
  };
  class Run;

  std::string_view text(Line line) const {
    return std::string_view(bytes_).substr(line.begin, line.length);
  }
  void sort();
  void write_file();
  void merge_files(std::function<bool(std::string_view)> const& write);

  std::size_t budget_;
  std::string bytes_;
  std::vector<Line> lines_;
  std::vector<File> files_;
};

}  // namespace hrefkit::cli
