// Reading the bytes of a file or a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// The bytes of the file at `path` (in the file system's own encoding), or a message that says why
/// it cannot be read. More than `limit` bytes are refused. Replaces `buffer` and reuses its
/// capacity.
tl::expected<void, std::string> read_file(std::string const& path, std::string& buffer,
                                          std::size_t limit = text::max_text_bytes);

/// The same for a file that was found in a folder. A pipe or a device that has come to its place
/// since is refused, for reading it might never end.
tl::expected<void, std::string> read_regular_file(std::string const& path, std::string& buffer,
                                                  std::size_t limit = text::max_text_bytes);

/// Replaces `buffer` with all that is left in `stream`, or returns a message that says why it
/// cannot be read. More than `limit` bytes are refused; no more than that are kept in memory.
tl::expected<void, std::string> read_stream(std::istream& stream, std::string& buffer,
                                            std::size_t limit = text::max_text_bytes);

/// True for a folder, and for a link that leads to one. False where that cannot be told.
bool is_folder(std::string const& path);

/// The state of a file, of a folder's list of names, or of what a symbolic link leads to, in one
/// number; 0 when it cannot be told. A change of what the system tells (times, size, identity)
/// changes the number.
std::uint64_t file_stamp(std::string const& path);

}  // namespace hrefkit::site
