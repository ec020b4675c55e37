// Recognises the head of an ARC record: the line before its block.
//
//   version 1: URL IP DATE TYPE LENGTH
//   version 2: URL IP DATE TYPE STATUS CHECKSUM LOCATION OFFSET FILENAME LENGTH
//
// URLs and types may contain spaces, so the line is read by its address and its date of 14 digits
// side by side. The first record of a file has a URL `filedesc://` and describes the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::warc {

/// The first bytes of an ARC file.
inline constexpr std::string_view arc_start = "filedesc://";

/// The maximum length of a head in bytes.
inline constexpr std::size_t max_arc_head = std::size_t{64} << 10;

/// The fields of a head that are used. Views into the line.
struct ArcHead {
  std::string_view url;
  std::string_view ip;
  std::string_view date;  ///< 14 digits
  std::string_view type;
  std::uint64_t length = 0;
  int version = 1;
};

/// Parses a line without its line end.
std::optional<ArcHead> parse_arc_head(std::string_view line);

/// The fields of the WARC record with the same meaning, as lines. Answers of HTTP and DNS have the
/// type "response", as in WARC; "warcinfo" is the record that describes the file, "resource" any
/// other.
std::string warc_fields(ArcHead const& head);

/// True if `bytes` begin with a whole line that is a head.
bool begins_arc_record(std::string_view bytes);

/// The offset of the first head among the whole lines of `bytes`; npos without one. A head need not
/// begin its line, because damage may have removed the line end before it.
std::size_t find_arc_record(std::string_view bytes);

/// The number of last bytes of `bytes` that may be the beginning of a head.
std::size_t unfinished_arc_head(std::string_view bytes);

}  // namespace hrefkit::warc
