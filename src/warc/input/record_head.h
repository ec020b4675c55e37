// Recognises the head of a WARC record among any bytes, for reading on after damage.
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::warc {

/// The first bytes of a record, in any ASCII case: some tools write "warc/1.0".
inline constexpr std::string_view record_start = "WARC/";

/// True if `bytes` begin with `WARC/`.
constexpr bool begins_record(std::string_view bytes) {
  return text::equals_ignoring_ascii_case(bytes.substr(0, record_start.size()), record_start);
}

/// True if `bytes` begin with `WARC/` or are a prefix of it.
constexpr bool may_begin_record(std::string_view bytes) {
  const std::string_view start = record_start.substr(0, bytes.size());
  return text::equals_ignoring_ascii_case(bytes.substr(0, start.size()), start);
}

/// The offset of the first `WARC/` from `from` on; npos without one.
std::size_t find_record_start(std::string_view bytes, std::size_t from = 0);

/// The result of `check_record_head`.
struct HeadCheck {
  bool is_head = false;
  /// If it is no head: the number of bytes in which no record begins, since each would lack the
  /// same field.
  std::size_t examined = 1;
};

/// Checks whether `bytes`, which begin with `WARC/`, begin a record: a line with only a version,
/// and fields with WARC-Type and Content-Length.
HeadCheck check_record_head(std::string_view bytes);

/// True if `bytes` begin with a line `WARC/VERSION`; the bytes may end after the version.
bool begins_with_version(std::string_view bytes);

/// True if another record begins inside `head`, a head up to its empty line: then the record was
/// cut, and the empty line belongs to the other record. A version line alone proves nothing,
/// because the value of a field may end with one.
bool is_cut_by_record(std::string_view head);

}  // namespace hrefkit::warc
