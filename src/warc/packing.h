// How records are stored in a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::warc {

enum class Packing : std::uint8_t {
  plain,
  gzip,  ///< one member a record, one for all, or members cut anywhere
  zstd,  ///< the same with frames
};

/// What gzip says of a member that was read to its end.
struct GzipMember {
  std::uint64_t length = 0;         ///< of the whole member, in bytes
  std::uint64_t header_length = 0;  ///< bytes before the compressed data
  std::uint32_t crc = 0;            ///< of the plain bytes
  std::uint64_t plain_length = 0;   ///< the number of plain bytes
  std::string header = {};          ///< the bytes of a header with optional fields; else empty
};

}  // namespace hrefkit::warc
