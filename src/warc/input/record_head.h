// What looks like the head of a record.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::warc {

/// What a record begins with.
inline constexpr std::string_view record_start = "WARC/";

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
