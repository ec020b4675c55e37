// The archive files of a run, cut into parts that several threads read at the same time.
//
// A part has the records that begin in some stretch of its file. Where the first one begins, only
// a guess can tell: what looks like the start of a record may stand inside another. So a part is
// right only if it begins where the part before it has ended, which is known when its turn comes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

/// A file, and how far it has been given.
struct ArchiveFile {
  explicit ArchiveFile(std::string name) : path(std::move(name)) {}

  const std::string path;
  std::optional<warc::SharedFile> shared = {};   ///< where it is read in parts
  std::optional<warc::SharedFile> pipe = {};     ///< where it can be opened and read once only
  warc::Packing packing = warc::Packing::plain;  ///< the same

  /// @{ For the thread whose turn it is: what the parts that were given have read.
  std::uint64_t reached = 0;  ///< the next part begins here
  bool found_any = false;     ///< a record
  bool has_captures = false;
  /// @}
  std::atomic<bool> is_over = false;  ///< no further part is wanted
};

/// A part of a file. It has the records whose places are from `begin` to before `end`.
struct ArchivePart {
  static constexpr std::uint64_t no_end = warc::FilePart().end;

  std::shared_ptr<ArchiveFile> file = {};
  std::uint64_t begin = 0;
  std::uint64_t end = no_end;

  /// For a reader of records; nothing where it reads the whole file.
  std::optional<warc::FilePart> for_reader() const;

  /// Where its first record seems to begin; nothing where none does.
  std::optional<std::uint64_t> find_start() const;
};

/// Hands out the parts of all files, in order.
class FileParts {
 public:
  /// `cuts`: false for one part a file. Small files, pipes, and what cannot be read from any place
  /// have one part, too.
  FileParts(std::vector<std::string> paths, bool cuts) : paths_(std::move(paths)), cuts_(cuts) {}

  std::vector<std::string> const& paths() const { return paths_; }

  /// The next part; false at the end.
  bool next(ArchivePart& part);

 private:
  void open_next();

  std::vector<std::string> paths_;
  bool cuts_;
  std::size_t next_path_ = 0;
  std::shared_ptr<ArchiveFile> file_;  // has further parts
  std::uint64_t next_begin_ = 0;
  std::uint64_t size_ = 0;  // of the file
};

}  // namespace hrefkit::cli
