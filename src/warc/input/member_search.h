// Where reading can go on after damage.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/packing.h"

namespace hrefkit::warc {

/// Goes to the next place, from where the source stands, at which a record begins: a gzip member or
/// a zstd frame that unpacks to `WARC/`, or, in a plain file, the head of a record. Damage may have
/// taken the line end before a head, so it need not begin a line.
/// `packing` is that of the file, where it is known: only such places count then. False, at the end
/// of the source, where there is no such place before the offset `end`.
bool find_member(ByteSource& source, std::optional<Packing> packing,
                 std::uint64_t end = std::numeric_limits<std::uint64_t>::max());

/// The place of the first `WARC/` in `bytes`; npos where there is none.
std::size_t find_record_start(std::string_view bytes);

}  // namespace hrefkit::warc
