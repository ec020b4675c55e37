// What looks like the head of a record.
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::warc {

/// What a record begins with, in any ASCII case: some tools write "warc/1.0".
inline constexpr std::string_view record_start = "WARC/";

/// True where `bytes` begin so.
constexpr bool begins_record(std::string_view bytes) {
  return text::equals_ignoring_ascii_case(bytes.substr(0, record_start.size()), record_start);
}

/// True where `bytes` begin so, as far as they go.
constexpr bool may_begin_record(std::string_view bytes) {
  const std::string_view start = record_start.substr(0, bytes.size());
  return text::equals_ignoring_ascii_case(bytes.substr(0, start.size()), start);
}

/// The first place from `from` on at which a record may begin; npos without one.
std::size_t find_record_start(std::string_view bytes, std::size_t from = 0);

/// Whether a record begins somewhere.
struct HeadCheck {
  bool is_head = false;
  /// Where it does not: how many bytes were looked at. No record begins in them, as each would lack
  /// the same.
  std::size_t examined = 1;
};

/// Whether `bytes`, which begin with `WARC/`, are the beginning of a record: a line with nothing
/// but a version, and a head with a type and a length.
HeadCheck check_record_head(std::string_view bytes);

/// True where `bytes` begin with a line that is `WARC/` and a version; the line may be cut behind
/// it.
bool begins_with_version(std::string_view bytes);

/// True where another record begins in `head`, which has its empty line: the record of the head was
/// cut there, and the empty line belongs to the other one. A field's value may well be or end with
/// a version, so that is no sign by itself.
bool is_cut_by_record(std::string_view head);

}  // namespace hrefkit::warc
