// Many lines, sorted by their bytes, each once, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/io/rows_aside.h"

namespace hrefkit::cli {

/// Collects lines and gives them back as `LC_ALL=C sort -u` does. What does not fit into the budget
/// waits in temporary files, which have no names.
class SortedLines {
 public:
  explicit SortedLines(std::size_t budget = std::size_t{64} << 20) : budget_(budget) {}

  /// Adds whole lines, each with its LF. Throws std::system_error where no temporary file can be
  /// written.
  void add(std::string_view lines);

  /// Gives all lines in pieces, until `write` answers false. The collection is empty then.
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
