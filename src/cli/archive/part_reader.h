// What turns a part of an archive file into rows. Each thread has its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/io/rows_aside.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/package.h"
#include "hrefkit/warc/record_reader.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::cli {

// The archive files of a run, cut into parts that several threads read at the same time.
//
// A part has the records that begin in some stretch of its file. Where the first one begins, only
// a guess can tell: what looks like the start of a record may stand inside another. So a part is
// right only if it begins where the part before it has ended, which is known when its turn comes.

/// A file, and how far it has been given.
struct ArchiveFile {
  explicit ArchiveFile(std::string name) : path(std::move(name)) {}

  const std::string path;
  std::optional<warc::SharedFile> shared = {};    ///< where it is read in parts
  std::optional<warc::SharedFile> pipe = {};      ///< where it can be opened and read once only
  std::function<warc::ByteSource()> member = {};  ///< where it is a file in a package
  std::string error = {};                         ///< why it cannot be read
  warc::Packing packing = warc::Packing::plain;   ///< the same

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

/// Hands out the parts of all files, in order. Each WARC file in a package is a file, whose path is
/// that of the package and its name there.
class FileParts {
 public:
  /// `cuts`: false for one part a file. Small files, pipes, and what cannot be read from any place
  /// have one part, too.
  FileParts(std::vector<std::string> paths, bool cuts) : paths_(std::move(paths)), cuts_(cuts) {}

  std::vector<std::string> const& paths() const { return paths_; }

  /// How many files were begun so far.
  std::size_t files() const { return files_; }

  /// The next part; false at the end.
  bool next(ArchivePart& part);

 private:
  void open_next();
  void open_package(warc::SharedFile const& file);
  void open_member();
  void cut(warc::SharedFile const& file);

  std::vector<std::string> paths_;
  bool cuts_;
  std::size_t next_path_ = 0;
  std::shared_ptr<ArchiveFile> file_;  // has further parts
  std::uint64_t next_begin_ = 0;
  std::uint64_t size_ = 0;  // of the file
  std::size_t files_ = 0;
  std::shared_ptr<warc::Package const> package_;  // has further members
  std::string package_path_;
  std::size_t next_member_ = 0;
};

// Rows packed as gzip members.

/// Takes rows in pieces and gives members of gzip. Where they begin depends on the rows alone, so
/// equal rows give equal bytes, whatever the pieces are.
class PackedRows {
 public:
  /// Forgets what was not packed yet.
  void restart() {
    rows_.clear();
    packer_.restart();
  }

  /// Adds rows; `output` grows by the members that are full.
  void add(std::string_view rows, std::string& output);

  /// Packs what is left.
  void end(std::string& output);

 private:
  http::GzipPacker packer_;
  std::string rows_;
};

/// A part of an archive file on its way to output.
struct PartRows {
  /// What is to be said about the file, in order.
  struct Saying {
    archive::RecordNote::Kind kind;
    std::string text;
  };

  ArchivePart place;
  std::optional<std::uint64_t> start;  ///< where the reading of the part began
  std::uint64_t reached = 0;           ///< and where it ended
  bool is_first = true;                ///< no capture of the file comes before
  bool is_right = false;   ///< the part begins where the one before ended: rows may be given
  bool ends_file = false;  ///< nothing of the file is left
  bool found_any = false;  ///< a record
  warc::OtherFormat format = warc::OtherFormat::unknown;  ///< of a file without any
  archive::RecordTypes types = {};                        ///< of the records that are read

  /// @{ What is to be given.
  FileRows rows;
  std::string packed;  ///< rows, packed, where that is wanted
  RowsAside aside;     ///< rows before these
  std::vector<Saying> sayings;
  std::size_t sayings_size = 0;
  std::size_t captures = 0;
  std::size_t damaged = 0;
  std::string error;  ///< why the file could not be read to its end
  /// @}

  /// Forgets what was read. Reading begins at `offset`, which is right or a guess.
  void begin_at(std::optional<std::uint64_t> offset, bool right);

  /// Forgets what is to be given.
  void clear();

  void say(archive::RecordNote const& note);

  /// A file without any record is no archive, unless it has no bytes, or they unpack to nothing.
  void say_no_record();

  /// A file may have no record of the types that are read: it holds what was made of pages, say.
  void say_no_capture();

  std::string const& path() const { return place.file->path; }

  /// The memory that waits to be given.
  std::size_t bytes() const { return rows.bytes() + packed.size() + sayings_size; }

  /// True where what was read belongs to the file: it begins where the part before it ended. What
  /// comes behind damage depends on all that was read before, so a part that has any is not right,
  /// unless it was right before. For the thread whose turn it is.
  bool becomes_right();
};

/// True where rows are packed before they are given; WAT packs its own.
bool packs_rows(ArchiveCommand const& command);

/// True where rows are packed as they are written: which of them are, or what stands before the
/// first one, is known only then.
bool packs_at_end(ArchiveCommand const& command);

class PartReader {
 public:
  /// Opens the part's file, or says why it cannot be opened.
  using Open = std::function<tl::expected<warc::ByteSource, std::string>()>;
  /// Is called when there may be much to give. False when nothing more is wanted.
  using Emit = std::function<bool()>;

  /// Reads a part from its start. Errors are kept in it.
  void read(WriterSettings const& settings, PartRows& part, Open const& open, Emit const& emit);

 private:
  void read(WriterSettings const& settings, PartRows& part, warc::ByteSource& source,
            Emit const& emit);
  void pack(PartRows& part);

  std::unique_ptr<ArchiveWriter> writer_;
  PackedRows packed_;
};

}  // namespace hrefkit::cli
