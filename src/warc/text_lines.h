// The lines of a text file that may be compressed with gzip, as indexes of archives are.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace hrefkit::warc {

/// Calls `take` with each line of the file, without its end (LF or CRLF) and a byte order mark of
/// UTF-8 before the first, or says why it cannot be read. Lines of more than 16 MiB are cut there.
tl::expected<void, std::string> for_each_line(std::string const& path,
                                              std::function<void(std::string_view)> const& take);

}  // namespace hrefkit::warc
