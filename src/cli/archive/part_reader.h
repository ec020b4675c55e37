// What turns a part of an archive file into rows. Each thread has its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/file_parts.h"
#include "hrefkit/cli/archive/packed_rows.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/io/rows_aside.h"
#include "hrefkit/cli/resolve/rows.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::cli {

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
  std::size_t bytes() const { return rows.rows.size() + packed.size() + sayings_size; }

  /// True where what was read belongs to the file: it begins where the part before it ended. What
  /// comes behind damage depends on all that was read before, so a part that has any is not right,
  /// unless it was right before. For the thread whose turn it is.
  bool becomes_right();
};

/// True where rows are packed before they are given; WAT packs its own.
bool packs_rows(ArchiveCommand const& command);

class PartReader {
 public:
  /// Opens the part's file, or says why it cannot be opened.
  using Open = std::function<tl::expected<warc::ByteSource, std::string>()>;
  /// Is called when there may be much to give. False when nothing more is wanted.
  using Give = std::function<bool()>;

  /// Reads a part from its start. Errors are kept in it.
  void read(WriterSettings const& settings, PartRows& part, Open const& open, Give const& give);

 private:
  void read(WriterSettings const& settings, PartRows& part, warc::ByteSource& source,
            Give const& give);
  void pack(PartRows& part);

  std::unique_ptr<ArchiveWriter> writer_;
  PackedRows packed_;
};

}  // namespace hrefkit::cli
