// Reading the bytes of a file or a stream, and the stamps that show whether a file has changed
// since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/text/span.h"

struct stat;  // IWYU pragma: keep

namespace hrefkit::site {

/// A regular file as it was when it was read.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t changed_seconds = 0;
  std::int64_t changed_nanoseconds = 0;
  std::uint64_t names = 1;  ///< hard links
  unsigned mode = 0666;     ///< permissions

  /// Compares all but `names` and `mode`: a file stays what it was when one of its names is given
  /// to another.
  bool operator==(FileStamp const& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           changed_seconds == other.changed_seconds &&
           changed_nanoseconds == other.changed_nanoseconds;
  }
};

/// The stamp of the regular file at `path`, links followed, or a message.
tl::expected<FileStamp, std::string> stamp_of(std::string const& path);

/// The stamp of a file as the system reports it.
FileStamp stamp_of(struct stat const& status);

/// The bytes of the file at `path` (in the file system's own encoding), or a message that says why
/// it cannot be read. More than `limit` bytes are refused. Replaces `buffer` and reuses its
/// capacity.
tl::expected<void, std::string> read_file(std::string const& path, std::string& buffer,
                                          std::size_t limit = text::max_text_bytes);

/// The same for a file that was found in a folder. A pipe or a device that has come to its place
/// since is refused, for reading it might never end.
tl::expected<void, std::string> read_regular_file(std::string const& path, std::string& buffer,
                                                  std::size_t limit = text::max_text_bytes);

/// Replaces `buffer` with the bytes of an open file, from where it stands to its end. `size` is
/// that of a regular file, and negative for another. More than `limit` bytes are refused.
tl::expected<void, std::string> read_descriptor(int descriptor, std::int64_t size,
                                                std::string& buffer,
                                                std::size_t limit = text::max_text_bytes);

/// Replaces `buffer` with all that is left in `stream`, or returns a message that says why it
/// cannot be read. More than `limit` bytes are refused; no more than that are kept in memory.
tl::expected<void, std::string> read_stream(std::istream& stream, std::string& buffer,
                                            std::size_t limit = text::max_text_bytes);

/// True for a folder, and for a link that leads to one. False if that is not known.
bool is_folder(std::string const& path);

/// The state of a file, of a folder's list of names, or of what a symbolic link leads to, in one
/// number; 0 if it is not known. A change of what the system reports (times, size, identity)
/// changes the number.
std::uint64_t file_stamp(std::string const& path);

}  // namespace hrefkit::site
