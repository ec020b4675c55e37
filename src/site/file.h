// Reading the bytes of a file or a stream.
#pragma once

#include <iosfwd>
#include <string>
#include <tl/expected.hpp>

namespace hrefkit::site {

/// The bytes of the file at `path` (in the file system's own encoding), or a message that says why
/// they cannot be had. Reuses the capacity of `buffer`, which is replaced.
tl::expected<void, std::string> read_file(std::string const& path, std::string& buffer);

/// Replaces `buffer` with all that is left in `stream`, or says why it cannot be had.
tl::expected<void, std::string> read_stream(std::istream& stream, std::string& buffer);

}  // namespace hrefkit::site
