// Where reading can go on after damage.
#pragma once

#include <cstdint>
#include <optional>

#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/packing.h"

namespace hrefkit::warc {

/// Goes to the next place, from where the source stands, at which a record begins: a gzip member or
/// a zstd frame that unpacks to `WARC/`, or a line of a plain file that begins the head of a record.
/// `packing` is that of the file, where it is known: only such places count then. False, at the end
/// of the source, where there is no such place.
bool find_member(ByteSource& source, std::optional<Packing> packing);

/// True where `bytes`, which begin with `WARC/`, are the beginning of a record: a version, and a
/// head with a type and a length.
bool is_record_head(std::string_view bytes);

/// The place of the first line in `bytes` that begins `WARC/`; npos where there is no such. The first
/// byte begins a line only where `at_line` says so.
std::size_t find_record_line(std::string_view bytes, bool at_line);

}  // namespace hrefkit::warc
