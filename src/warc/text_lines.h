// The lines of a text file that may be compressed with gzip, as indexes of archives are.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/warc/byte_source.h"

namespace hrefkit::warc {

/// Calls `take` with each line of the file, without its end (LF or CRLF) and a byte order mark of
/// UTF-8 before the first, or says why it cannot be read. Lines of more than 16 MiB are cut there.
tl::expected<void, std::string> for_each_line(std::string const& path,
                                              std::function<void(std::string_view)> const& take);

// What a file seems to be that is no WARC file, for those who gave it.

/// Formats that are mistaken for WARC, or that WARC files are kept in.
enum class OtherFormat : std::uint8_t {
  unknown,
  arc,  ///< what came before WARC, packed by gzip or not
  zip,  ///< such as WACZ, which holds WARC files
  tar,  ///< packed by gzip or not
  bzip2,
  xz,
  lz4,
  gzip_twice,  ///< as clients save what was sent with a coding that it had already
  index,       ///< lines of CDX with a header
  mhtml,       ///< a page and its files as a MIME message: RFC 2557
};

/// What the source is by its first bytes. It is left somewhere else; `unknown` where there is no
/// way back to its start.
OtherFormat other_format(ByteSource& source);

/// What to tell, such as "it is an ARC file, not WARC: convert it first".
std::string_view message(OtherFormat format);

}  // namespace hrefkit::warc
