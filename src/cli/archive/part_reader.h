// Cuts archive files into parts, and reads a part to rows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

// The archive files of a run. Several threads read parts of one file at the same time.
//
// A part has the records that begin in a range of its file. The start of its first record is a
// guess: bytes that look like the start of a record may be inside another one. So a part is
// confirmed only if it begins where the part before it ended, which is known when its turn to be
// written comes. A part that cannot be confirmed is read again from there.

/// A file, and how much of it was written.
struct ArchiveFile {
  explicit ArchiveFile(std::string name) : path(std::move(name)) {}

  const std::string path;
  std::optional<warc::SharedFile> shared = {};    ///< set if it is read in parts
  std::optional<warc::SharedFile> pipe = {};      ///< set if it can be opened only once
  std::function<warc::ByteSource()> member = {};  ///< set if it is a file in a package
  std::string error = {};                         ///< why it cannot be read; else empty
  warc::Packing packing = warc::Packing::plain;   ///< of `shared`

  /// @{ About the parts written so far; only for the thread whose turn it is.
  std::uint64_t reached = 0;  ///< offset at which the next part must begin
  bool found_any = false;     ///< a record was found
  bool has_captures = false;
  /// @}
  std::atomic<bool> is_over = false;  ///< no further part is needed
};

/// A part of a file: the records whose offsets are from `begin` to before `end`.
struct ArchivePart {
  static constexpr std::uint64_t no_end = warc::FilePart().end;

  std::shared_ptr<ArchiveFile> file = {};
  std::uint64_t begin = 0;
  std::uint64_t end = no_end;

  /// The part for a RecordReader; nullopt if the whole file is read.
  std::optional<warc::FilePart> for_reader() const;

  /// The offset at which its first record seems to begin; nullopt if none does.
  std::optional<std::uint64_t> find_start() const;
};

/// Produces the parts of all files in order. Each WARC file in a package counts as a file; its path
/// is the package's path, a slash, and its name in the package. The same holds for packages in a
/// package.
class FileParts {
 public:
  /// With `cuts`, large files are cut into parts. Small files, and files that cannot be read from
  /// any offset, have one part.
  FileParts(std::vector<std::string> paths, bool cuts) : paths_(std::move(paths)), cuts_(cuts) {}

  std::vector<std::string> const& paths() const { return paths_; }

  /// The number of files opened so far.
  std::size_t files() const { return files_; }

  /// The next part; false at the end.
  bool next(ArchivePart& part);

 private:
  void open_next();
  void open_package(tl::expected<warc::Package, std::string> package, std::string const& path);
  void open_member();
  void cut(warc::SharedFile const& file);

  std::vector<std::string> paths_;
  bool cuts_;
  std::size_t next_path_ = 0;
  std::shared_ptr<ArchiveFile> file_;  // set while it has further parts
  std::uint64_t next_begin_ = 0;
  std::uint64_t size_ = 0;  // of the file
  std::size_t files_ = 0;

  /// A package that has further members.
  struct OpenPackage {
    std::shared_ptr<warc::Package const> package;
    std::string path;
    std::size_t next = 0;  // index of the next member
  };
  std::vector<OpenPackage> packages_;  // each is in the one before it, or beside it
};

// Compressed rows.

/// Compresses rows to gzip members. The members' borders depend only on the rows, not on the pieces
/// in which they are added, so equal rows give equal bytes.
class PackedRows {
 public:
  /// Drops rows that were not compressed yet.
  void restart() {
    rows_.clear();
    packer_.restart();
  }

  /// Adds rows, and appends the members that are full to `output`.
  void add(std::string_view rows, std::string& output);

  /// Compresses the remaining rows.
  void end(std::string& output);

 private:
  http::GzipPacker packer_;
  std::string rows_;
};

/// The result of reading a part.
struct PartRows {
  /// A message about the file.
  struct Message {
    archive::RecordNote::Kind kind;
    std::string text;
  };

  ArchivePart place;
  std::optional<std::uint64_t> start;  ///< offset at which reading began; nullopt: no record
  std::uint64_t reached = 0;           ///< offset at which it ended
  bool is_first = true;                ///< no capture of the file precedes it
  bool is_confirmed = false;           ///< it begins where the part before it ended
  bool ends_file = false;              ///< the end of the file was reached, or it cannot be read
  bool found_any = false;              ///< a record was found
  warc::OtherFormat format = warc::OtherFormat::unknown;  ///< of a file without records
  archive::RecordTypes types = {};                        ///< the record types that are read

  /// @{ The output that was not written yet.
  FileRows rows;
  std::string packed;  ///< compressed rows, if `packs_rows`
  SpilledRows aside;   ///< earlier rows, in a temporary file
  std::vector<Message> messages;
  std::size_t message_bytes = 0;
  std::size_t captures = 0;
  std::size_t damaged = 0;
  std::string error;  ///< why the file could not be read to its end
  /// @}

  /// Drops the result. Reading begins at `offset`, which is confirmed or a guess.
  void begin_at(std::optional<std::uint64_t> offset, bool confirmed);

  /// Drops the output that was not written yet.
  void clear();

  void add_note(archive::RecordNote const& note);

  /// Adds a message that the file has no record: it is no archive, unless it is empty or
  /// decompresses to nothing.
  void note_no_record();

  /// Adds a message that the file has no record of the types that are read, as WAT and WET files
  /// do.
  void note_no_capture();

  std::string const& path() const { return place.file->path; }

  /// Bytes of memory of the output that was not written yet.
  std::size_t bytes() const { return rows.bytes() + packed.size() + message_bytes; }

  /// Sets and returns `is_confirmed`: true if the part begins where the part before it ended. What
  /// is read after damage depends on the bytes before the part, so a part with damage is not
  /// confirmed unless it was before. For the thread whose turn it is.
  bool confirm();
};

/// True if the threads compress the rows; the WAT format compresses its own records.
bool packs_rows(ArchiveCommand const& command);

/// True if rows are compressed when they are written: which rows are written, or what precedes the
/// first one, is known only then.
bool packs_at_end(ArchiveCommand const& command);

/// Reads parts, one after another. Each thread has its own.
class PartReader {
 public:
  /// Opens the part's file, or says why it cannot be opened.
  using Open = std::function<tl::expected<warc::ByteSource, std::string>()>;
  /// Called from time to time, so that long output can be written early. Returns false to stop.
  using Flush = std::function<bool()>;

  /// Reads a part from `part.start`. Errors are stored in `part.error`.
  void read(WriterSettings const& settings, PartRows& part, Open const& open, Flush const& flush);

 private:
  void read(WriterSettings const& settings, PartRows& part, warc::ByteSource& source,
            Flush const& flush);
  void pack(PartRows& part);

  std::unique_ptr<ArchiveWriter> writer_;
  PackedRows packed_;
};

}  // namespace hrefkit::cli
