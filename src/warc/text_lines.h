// The lines of a text file that may be compressed with gzip, such as a CDXJ index.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/warc/byte_source.h"

namespace hrefkit::warc {

/// Calls `emit` with each line of the file, without its end (LF or CRLF) and without a UTF-8 byte
/// order mark before the first line. The line is valid during the call. Lines are cut to their
/// first 16 MiB. The error says why the file cannot be read.
tl::expected<void, std::string> for_each_line(std::string const& path,
                                              std::function<void(std::string_view)> const& emit);

// The format of a file that is not WARC, for an error message.

/// Formats that users mistake for WARC, or that contain WARC files.
enum class OtherFormat : std::uint8_t {
  unknown,
  arc,  ///< the predecessor of WARC, compressed with gzip or not
  zip,  ///< such as WACZ, which holds WARC files
  tar,  ///< compressed with gzip or not
  bzip2,
  xz,
  lz4,
  gzip_twice,  ///< a client saved a .gz file that was sent with a Content-Encoding
  index,       ///< CDX or CDXJ
  har,         ///< requests and answers as JSON: "HTTP Archive"
  zim,         ///< an archive of openZIM
  seven_zip,
  rar,
  safari,  ///< a binary property list, as Safari's .webarchive
  mhtml,   ///< a page and its files as a MIME message: RFC 2557
};

/// The format by the first bytes of the source, whose position changes. `unknown` also if the
/// source cannot go back to its start.
OtherFormat other_format(ByteSource& source);

/// A sentence for the user, such as "it is a tar file: unpack it first (tar -xf)".
std::string_view message(OtherFormat format);

}  // namespace hrefkit::warc
