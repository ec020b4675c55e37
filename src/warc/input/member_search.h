// Where reading can go on after damage.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "hrefkit/http/deflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/packing.h"

namespace hrefkit::warc {

/// Which places are looked for.
struct Wanted {
  /// That of the file, where it is known: only such places count then.
  std::optional<Packing> packing = {};
  /// Places at this offset of the source or behind do not count.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  /// A member that begins inside a record counts, too: some tools cut files into members anywhere.
  bool inside_records = false;
  /// Has the dictionary of the file; null without one. A frame that it has begun is lost.
  http::ZstdDecoder* zstd = nullptr;
};

/// Goes to the next place, from where the source stands, at which a record begins: a gzip member or
/// a zstd frame that unpacks to `WARC/`, or, in a plain file, the head of a record. The dictionary
/// before frames of zstd counts as one. Damage may have
/// taken the line end before a head, so it need not begin a line. False, at the end of the source,
/// where there is no such place.
bool find_member(ByteSource& source, Wanted const& wanted);

/// The packing of a file whose start is damaged; the source stays where it is. Records that are
/// not compressed begin lines; in compressed files the text of some stands as it is, too. Nothing
/// where the packing cannot be told from the next bytes.
std::optional<Packing> packing_behind(ByteSource& source);

/// What unpacks the members of a file.
struct Decoders {
  http::Inflater& gzip;
  http::ZstdDecoder* zstd = nullptr;  ///< has the dictionary of the file; null before any frame
};

/// True where the member at the place of the source is packed so, and unpacks to something that no
/// record begins with. A record may begin behind `line_end_length` bytes of line ends, where that
/// is given: the record before lacks them. Some tools cut what they pack into members wherever it
/// suits them. What the decoders have begun is lost.
bool continues_member(ByteSource& source, Packing packing, Decoders decoders,
                      std::optional<std::uint64_t> line_end_length);

/// The place of the first `WARC/` in `bytes`; npos without one.
std::size_t find_record_start(std::string_view bytes);

}  // namespace hrefkit::warc
